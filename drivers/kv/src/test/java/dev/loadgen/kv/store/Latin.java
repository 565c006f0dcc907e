package dev.loadgen.kv.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// Bytes as strings: each byte is a character, so strings can be compared and be keys of the
/// oracles.
final class Latin {
  private Latin() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.ISO_8859_1);
  }

  static String text(MemorySegment memory, long at, int length) {
    return text(memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
  }
}
