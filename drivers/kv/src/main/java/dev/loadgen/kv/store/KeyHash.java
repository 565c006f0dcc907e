package dev.loadgen.kv.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The hash of a key: 64 bits that depend on the key, its length and two secrets of the store.
///
/// Multiplies two 64-bit words to 128 bits and folds the halves, 16 bytes of the key at a time: the
/// construction of wyhash (Wang Yi, public domain). The secrets are drawn when a store is made, so
/// that nobody who can choose keys can choose keys that collide; it is no cryptographic hash.
final class KeyHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ODD = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio
  private static final int STEP = 16;

  private final long first;
  private final long second;

  KeyHash(long first, long second) {
    this.first = first;
    this.second = second;
  }

  long of(byte[] key, int offset, int length) {
    long state = first ^ length * ODD;
    int at = offset;
    int left = length;
    while (left > STEP) {
      state = fold(word(key, at) ^ second, word(key, at + 8) ^ state);
      at += STEP;
      left -= STEP;
    }
    long low;
    long high;
    if (left >= 8) { // the two words overlap unless all 16 bytes are there
      low = word(key, at);
      high = word(key, at + left - 8);
    } else if (left >= 4) {
      low = Integer.toUnsignedLong((int) INTS.get(key, at));
      high = Integer.toUnsignedLong((int) INTS.get(key, at + left - 4));
    } else {
      low = 0;
      high = 0;
      for (int i = 0; i < left; i++) {
        low = (low << 8) | (key[at + i] & 0xFF);
      }
    }
    return fold(fold(low ^ second, high ^ state) ^ first, ODD ^ length);
  }

  private static long word(byte[] key, int at) {
    return (long) LONGS.get(key, at);
  }

  private static long fold(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }
}
