package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The records of the workload: what key, field names and values the record of a number has. Keys
/// are YCSB's: `user` and the FNV-1a hash of the number. Values are printable ASCII, a pure
/// function of (seed, key, field). Writes into buffers of the caller; allocates nothing.
final class Records {
  static final int MAX_KEY_BYTES = 32;

  private static final byte[] PREFIX = "user".getBytes(StandardCharsets.US_ASCII);
  private static final long FNV_OFFSET_BASIS = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1099511628211L;
  private static final int RECORD = 2;
  private static final int FIELD = 3;

  private final long count;
  private final int fields;
  private final int fieldLength;
  private final long seed;
  private final byte[][] names;

  Records(long count, int fields, int fieldLength, long seed) {
    this.count = count;
    this.fields = fields;
    this.fieldLength = fieldLength;
    this.seed = seed;
    this.names = new byte[fields][];
    for (int i = 0; i < fields; i++) {
      names[i] = ("field" + i).getBytes(StandardCharsets.US_ASCII);
    }
  }

  long count() {
    return count;
  }

  int fields() {
    return fields;
  }

  int fieldLength() {
    return fieldLength;
  }

  long keyNumber(long sequence) {
    return Draws.below(count, seed, sequence, RECORD);
  }

  int fieldToWrite(long sequence) {
    return (int) Draws.below(fields, seed, sequence, FIELD);
  }

  byte[] fieldName(int field) {
    return names[field];
  }

  /// Appends the key of a record.
  void putKey(ByteBuffer target, long keyNumber) {
    target.put(PREFIX);
    long rest = fnv(keyNumber);
    int first = target.position();
    do {
      target.put((byte) ('0' + rest % 10));
      rest /= 10;
    } while (rest != 0);
    for (int i = first, j = target.position() - 1; i < j; i++, j--) {
      byte left = target.get(i);
      target.put(i, target.get(j));
      target.put(j, left);
    }
  }

  /// Appends the value of one field of the record under this key; the key is not moved.
  void putField(ByteBuffer target, ByteBuffer key, int field) {
    long state = hash(key) + field * FNV_PRIME;
    for (int i = 0; i < fieldLength; i++) {
      target.put(valueByte(state, i));
    }
  }

  boolean matches(ByteBuffer key, ByteBuffer value) {
    if (value.remaining() != fields * fieldLength) {
      return false;
    }
    long hash = hash(key);
    int at = value.position();
    for (int field = 0; field < fields; field++) {
      for (int i = 0; i < fieldLength; i++) {
        if (value.get(at++) != valueByte(hash + field * FNV_PRIME, i)) {
          return false;
        }
      }
    }
    return true;
  }

  private static byte valueByte(long state, int index) {
    return (byte) (' ' + 1 + Math.floorMod(Draws.mix(state + index), 94));
  }

  private long hash(ByteBuffer key) {
    long hash = FNV_OFFSET_BASIS ^ seed;
    for (int i = key.position(); i < key.limit(); i++) {
      hash = (hash ^ key.get(i)) * FNV_PRIME;
    }
    return hash;
  }

  private static long fnv(long number) {
    long hash = FNV_OFFSET_BASIS;
    long rest = number;
    for (int i = 0; i < 8; i++) {
      hash = (hash ^ (rest & 0xFF)) * FNV_PRIME;
      rest >>= 8;
    }
    return Math.absExact(hash == Long.MIN_VALUE ? 0 : hash);
  }
}
