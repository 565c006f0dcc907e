package dev.loadgen.kv.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A user in place: a flyweight over the bytes, which reads a field when it is asked for it and
/// makes no objects. Numbers are little-endian, texts have one byte for each character (ISO
/// 8859-1).
///
/// ```
///  0                8      10     12     14     16
/// +----------------+------+------+------+------+-- - - - - --+-- - - --+-- - - --+
/// | id             | name | mail |friend| mark | friends     | name    | mail    |
/// | i64            | u16  | u16  | u16  | u16  | i64 each    |         |         |
/// +----------------+------+------+------+------+-- - - - - --+-- - - --+-- - - --+
///                   bytes  bytes  count
/// ```
///
/// The numbers come first, so that they are at fixed places; the mark tells a user from other
/// bytes. One thread's; valid as long as what it looks at stays what it was.
public final class UserStruct implements UserView {
  static final int HEADER_BYTES = 16;

  /// Where lengths, count and mark are, in one word.
  static final int SIZES = 8;

  /// `U` and the version of the layout.
  static final long MARK = 'U' | 1 << 8;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private MemorySegment memory;
  private long at;
  private int nameBytes;
  private int mailBytes;
  private int friends;

  /// Looks at a user.
  ///
  /// @param segment what holds it
  /// @param offset where it begins
  /// @param length how many bytes it has
  /// @return this
  /// @throws UndecodableException if no user fills exactly these bytes; it then looks at nothing
  /// @throws IndexOutOfBoundsException if the segment does not have these bytes
  public UserStruct wrap(MemorySegment segment, long offset, int length)
      throws UndecodableException {
    memory = null;
    if (length < HEADER_BYTES) {
      throw noUser(length);
    }
    long sizes = segment.get(LONG, offset + SIZES); // one access instead of four
    if (sizes >>> 48 != MARK) {
      throw noUser(length);
    }
    nameBytes = (int) sizes & 0xFFFF;
    mailBytes = (int) (sizes >>> 16) & 0xFFFF;
    friends = (int) (sizes >>> 32) & 0xFFFF;
    int needed = HEADER_BYTES + Long.BYTES * friends + nameBytes + mailBytes;
    if (needed != length) {
      throw new UndecodableException(
          "a user as a struct that says it has " + needed + " bytes has " + length);
    }
    memory = segment;
    at = offset;
    return this;
  }

  private static UndecodableException noUser(int length) {
    return new UndecodableException("a value of " + length + " bytes is no user as a struct");
  }

  @Override
  public long id() {
    return memory.get(LONG, at);
  }

  @Override
  public int friendCount() {
    return friends;
  }

  @Override
  public long friend(int index) {
    requireIndex(index, friends);
    return memory.get(LONG, at + HEADER_BYTES + (long) Long.BYTES * index);
  }

  /// How many characters the name has.
  public int nameLength() {
    return nameBytes;
  }

  /// A character of the name.
  public char nameAt(int index) {
    requireIndex(index, nameBytes);
    return (char) (memory.get(BYTE, nameStart() + index) & 0xFF);
  }

  /// How many characters the mail address has.
  public int mailLength() {
    return mailBytes;
  }

  /// A character of the mail address.
  public char mailAt(int index) {
    requireIndex(index, mailBytes);
    return (char) (memory.get(BYTE, nameStart() + nameBytes + index) & 0xFF);
  }

  private static void requireIndex(int index, int length) {
    if (index < 0 || index >= length) {
      throw new IndexOutOfBoundsException(index);
    }
  }

  private long nameStart() {
    return at + HEADER_BYTES + (long) Long.BYTES * friends;
  }

  @Override
  public long sum() {
    long sum = id();
    for (int i = 0; i < friends; i++) {
      sum += memory.get(LONG, at + HEADER_BYTES + (long) Long.BYTES * i);
    }
    MemorySegment texts = memory;
    long from = nameStart();
    int bytes = nameBytes + mailBytes;
    int characters = 0;
    for (int i = 0; i < bytes; i++) {
      characters += texts.get(BYTE, from + i) & 0xFF;
    }
    return sum + characters;
  }

  @Override
  public User toUser() {
    long[] ids = new long[friends];
    MemorySegment.copy(memory, LONG, at + HEADER_BYTES, ids, 0, friends);
    return new User(
        id(), text(nameStart(), nameBytes), text(nameStart() + nameBytes, mailBytes), ids);
  }

  private String text(long from, int length) {
    byte[] bytes = new byte[length];
    MemorySegment.copy(memory, BYTE, from, bytes, 0, length);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
