package dev.loadgen.kv.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What codecs have in common that make objects: they read arrays, and refuse long values unseen.
abstract class CopyingCodec implements UserCodec {
  private final byte[] copied = new byte[MOST_BYTES];

  /// Reads what is not too long.
  abstract User read(byte[] source, int from, int length) throws UndecodableException;

  @Override
  public final UserView decode(byte[] source, int from, int length) throws UndecodableException {
    UserCodec.requireShort(length);
    return read(source, from, length);
  }

  @Override
  public final UserView decode(MemorySegment memory, long at, int length)
      throws UndecodableException {
    UserCodec.requireShort(length);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, copied, 0, length);
    return read(copied, 0, length);
  }

  /// A user that has everything.
  static User whole(Object read, int unread, String encoding) throws UndecodableException {
    if (!(read instanceof User user) || unread != 0) {
      throw new UndecodableException("a value is no user, or more than one, in " + encoding);
    }
    if (user.name() == null || user.mail() == null || user.friends() == null) {
      throw new UndecodableException("a user in " + encoding + " lacks a field");
    }
    return user;
  }
}
