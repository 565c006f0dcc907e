package dev.loadgen.kv.codec;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Users in the layout of [UserStruct], which are read where they lie.
public final class StructCodec implements UserCodec {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final UserStruct struct = new UserStruct();
  private final byte[] bytes = new byte[MOST_BYTES];
  private byte[] wrapped = bytes;
  private MemorySegment segment = MemorySegment.ofArray(wrapped);

  @Override
  public int encode(User user) {
    String name = user.name();
    String mail = user.mail();
    long[] friends = user.friends();
    UserCodec.requireReadable(friends.length); // else the sum might overflow
    int namesAt = UserStruct.HEADER_BYTES + Long.BYTES * friends.length;
    int length = namesAt + name.length() + mail.length();
    UserCodec.requireReadable(length);
    byte[] target = bytes;
    putHeader(target, user.id(), name.length(), mail.length(), friends.length);
    for (int i = 0; i < friends.length; i++) {
      putFriend(target, i, friends[i]);
    }
    int seen = put(name, target, namesAt) | put(mail, target, namesAt + name.length());
    if (seen > 0xFF) {
      throw new IllegalArgumentException("texts of a struct have characters up to U+00FF: " + user);
    }
    return length;
  }

  /// Without an object: each field is written to where it belongs.
  @Override
  public int make(long id, long firstFriend) {
    byte[] target = bytes;
    long drawn = MadeUser.drawn(id);
    int nameAt = UserStruct.HEADER_BYTES + Long.BYTES * MadeUser.FRIENDS;
    int nameLength = MadeUser.putName(target, nameAt, drawn);
    int mailLength = MadeUser.putMail(target, nameAt + nameLength, drawn);
    putHeader(target, id, nameLength, mailLength, MadeUser.FRIENDS);
    for (int i = 0; i < MadeUser.FRIENDS; i++) {
      putFriend(target, i, MadeUser.friend(id, firstFriend, i));
    }
    return nameAt + nameLength + mailLength;
  }

  private static void putHeader(
      byte[] target, long id, int nameLength, int mailLength, int friends) {
    LONGS.set(target, 0, id);
    long sizes =
        nameLength | (long) mailLength << 16 | (long) friends << 32 | UserStruct.MARK << 48;
    LONGS.set(target, UserStruct.SIZES, sizes);
  }

  private static void putFriend(byte[] target, int index, long friend) {
    LONGS.set(target, UserStruct.HEADER_BYTES + Long.BYTES * index, friend);
  }

  /// @return all bits that any of the characters has
  private static int put(String text, byte[] target, int at) {
    int seen = 0;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      seen |= character;
      target[at + i] = (byte) character;
    }
    return seen;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the very array
  public UserView decode(byte[] source, int from, int length) throws UndecodableException {
    if (source != wrapped) {
      wrapped = source;
      segment = MemorySegment.ofArray(source);
    }
    return decode(segment, from, length);
  }

  @Override
  public UserView decode(MemorySegment memory, long at, int length) throws UndecodableException {
    UserCodec.requireShort(length);
    return struct.wrap(memory, at, length);
  }
}
