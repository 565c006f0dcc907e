package dev.loadgen.kv.codec;

import java.lang.foreign.MemorySegment;

/// Makes bytes of users, and users of bytes. For one thread at a time: it reuses its buffers.
public interface UserCodec {
  /// How many bytes a user has at most: a longer value is refused unseen.
  int MOST_BYTES = 4096;

  /// Writes a user into [#bytes], from the beginning.
  ///
  /// @return how many bytes it has
  /// @throws IllegalArgumentException if it cannot be encoded
  int encode(User user);

  /// Makes the user for an id whose first friend is this ([User#of(long, long)]) and writes it into
  /// [#bytes], from the beginning.
  ///
  /// @return how many bytes it has
  default int make(long id, long firstFriend) {
    return encode(User.of(id, firstFriend));
  }

  /// Makes the user that an id has at first ([User#of(long)]) and writes it likewise.
  ///
  /// @return how many bytes it has
  default int make(long id) {
    return make(id, MadeUser.firstFriend(id));
  }

  /// What was written last, and what may follow it; valid until the next one is written.
  byte[] bytes();

  /// Reads a user. The bytes may come from anybody: what is read costs no more memory than some
  /// multiple of them.
  ///
  /// @return the user; valid until the next call, and as long as the bytes stay what they are
  /// @throws UndecodableException if they are not exactly one user
  UserView decode(byte[] source, int from, int length) throws UndecodableException;

  /// The same, for bytes that need not be in the heap.
  UserView decode(MemorySegment memory, long at, int length) throws UndecodableException;

  /// Refuses a value that is too long to be looked at.
  static void requireShort(int length) throws UndecodableException {
    if (length > MOST_BYTES) {
      throw new UndecodableException(
          "a value of " + length + " bytes is no user: at most " + MOST_BYTES);
    }
  }

  /// Refuses a user that nobody could read.
  static void requireReadable(long length) {
    if (length > MOST_BYTES) {
      throw new IllegalArgumentException("a user of " + length + " bytes: at most " + MOST_BYTES);
    }
  }
}
