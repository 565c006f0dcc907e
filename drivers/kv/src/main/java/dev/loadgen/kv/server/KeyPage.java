package dev.loadgen.kv.server;

import dev.loadgen.kv.store.StoreReader;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/// Some keys in the order of cursors, bounded in number and in bytes: keys can be long.
final class KeyPage {
  /// The most keys of a page.
  static final int MOST_KEYS = 10_000;

  private static final int MOST_BYTES = 1 << 20;
  private static final int STEP = 16;

  private KeyPage() {}

  /// Visits about `count` keys from a cursor on, fewer if they are long.
  ///
  /// @return the cursor with which to go on; 0 at the end
  static long scan(StoreReader reader, long cursor, int count, Consumer<byte[]> visitor) {
    long at = cursor;
    int[] keys = {0};
    int[] bytes = {0};
    do {
      at =
          reader.scan(
              at,
              Math.min(STEP, count - keys[0]),
              (memory, keyAt, keyLength, _, _) -> {
                keys[0]++;
                bytes[0] += keyLength;
                visitor.accept(memory.asSlice(keyAt, keyLength).toArray(ValueLayout.JAVA_BYTE));
              });
    } while (at != 0 && keys[0] < count && bytes[0] < MOST_BYTES);
    return at;
  }
}
