package dev.loadgen.kv.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// A record of the log, at a multiple of 8 bytes in an extent; numbers are little-endian.
///
/// ```
///  0        4        8                16      18   19   20
/// +--------+--------+----------------+-------+----+----+-- - - --+-- - - - --+- -+
/// | length | check  | sequence       | key   |kind| 0  | key     | value     | 0 |
/// | u32    | u32    | u64            | len.  | u8 |    |         |           |   |
/// +--------+--------+----------------+-------+----+----+-- - - --+-- - - - --+- -+
/// |<--------------------------- length --------------------------------------->|
/// ```
///
/// The length counts header, key and value, not the zeros up to the next multiple of 8. The
/// checksum is over everything from the sequence on. Length and checksum are one word and are
/// written last: as long as the length is 0 there is no record.
final class RecordLayout {
  static final int HEADER_BYTES = 20;
  static final int MOST_KEY_BYTES = 0xFFFF;

  static final byte PUT = 1;
  static final byte REMOVE = 2;

  /// Everything before is gone.
  static final byte CLEAR = 3;

  private static final int SEQUENCE = 8;
  private static final int KEY_LENGTH = 16;
  private static final int KIND = 18;
  private static final VarHandle KEY_LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private RecordLayout() {}

  /// How much of the log a record takes.
  static int paddedBytes(int length) {
    return (length + 7) & ~7;
  }

  /// Length and checksum in one word; 0 if there is no record.
  static long word(MemorySegment memory, long at) {
    return memory.get(Handles.LONG, at);
  }

  static int length(MemorySegment memory, long at) {
    return memory.get(Handles.INT, at);
  }

  static long sequence(MemorySegment memory, long at) {
    return memory.get(Handles.LONG, at + SEQUENCE);
  }

  static int keyLength(MemorySegment memory, long at) {
    return Short.toUnsignedInt(memory.get(Handles.SHORT, at + KEY_LENGTH));
  }

  static byte kind(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_BYTE, at + KIND);
  }

  static int valueLength(MemorySegment memory, long at) {
    return length(memory, at) - HEADER_BYTES - keyLength(memory, at);
  }

  static long valueAt(MemorySegment memory, long at) {
    return at + HEADER_BYTES + keyLength(memory, at);
  }

  static void copyKey(MemorySegment memory, long at, byte[] key, int length) {
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + HEADER_BYTES, key, 0, length);
  }

  /// Whether the record at `at` is of this key.
  static boolean hasKey(MemorySegment memory, long at, byte[] key, int offset, int length) {
    if (keyLength(memory, at) != length) {
      return false;
    }
    long there = at + HEADER_BYTES;
    int i = 0;
    for (; i <= length - 8; i += 8) {
      if (memory.get(Handles.LONG_ANYWHERE, there + i) != (long) KEY_LONGS.get(key, offset + i)) {
        return false;
      }
    }
    for (; i < length; i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, there + i) != key[offset + i]) {
        return false;
      }
    }
    return true;
  }

  /// Writes all but the first word; the memory is zero there.
  static void writeBody(MemorySegment memory, long at, long sequence, byte kind, int keyLength) {
    memory.set(Handles.LONG, at + SEQUENCE, sequence);
    memory.set(Handles.SHORT, at + KEY_LENGTH, (short) keyLength);
    memory.set(ValueLayout.JAVA_BYTE, at + KIND, kind);
  }

  /// Makes it a record, for whoever reads the file after the process was killed.
  static void publish(MemorySegment memory, long at, int length, int crc) {
    Handles.LONGS.setRelease(memory, at, (Integer.toUnsignedLong(crc) << 32) | length);
  }

  /// The checksum of the record.
  ///
  /// @param bytes the memory as a buffer; its position and limit are moved
  static int checksum(CRC32C crc, ByteBuffer bytes, int at, int length) {
    crc.reset();
    crc.update(bytes.limit(at + paddedBytes(length)).position(at + SEQUENCE));
    return (int) crc.getValue() ^ length;
  }

  /// Whether there is a whole record with the right checksum, whatever its sequence.
  static boolean isSound(CRC32C crc, MemorySegment memory, ByteBuffer bytes, int at) {
    int length = length(memory, at);
    if (length < HEADER_BYTES || paddedBytes(length) > memory.byteSize() - at) {
      return false;
    }
    byte kind = kind(memory, at);
    return kind >= PUT
        && kind <= CLEAR
        && keyLength(memory, at) <= length - HEADER_BYTES
        && checksum(crc, bytes, at, length) == (int) (word(memory, at) >>> 32);
  }
}
