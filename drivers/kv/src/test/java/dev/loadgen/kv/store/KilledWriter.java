package dev.loadgen.kv.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/// The process that [KillTest] kills: two threads write versions of their keys, and note in a
/// mapped file, which outlives them, what was acknowledged.
///
/// ```
///  0              8                16
/// +--------------+----------------+------------------+------------------+ - - -
/// | writes of 0  | writes of 1    | version of key 0 | version of key 1 |
/// +--------------+----------------+------------------+------------------+ - - -
/// ```
final class KilledWriter {
  static final int KEYS = 600;
  static final int THREADS = 2;
  private static final long BYTES = 8L * (THREADS + KEYS);

  private KilledWriter() {}

  static MemorySegment acknowledged(Path file, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
    }
  }

  static StoreOptions options(Path directory) {
    return StoreOptions.of(directory).withShards(2).withExtentBytes(64 << 10);
  }

  static byte[] key(int number) {
    return Latin.bytes("key" + number);
  }

  /// The value of a version; null if that version is a removal.
  static byte[] value(int key, long version) {
    if (version % 5 == 0) {
      return null;
    }
    Random random = new Random(key * 1_000_003L + version);
    byte[] value = new byte[random.nextInt(version % 50 == 1 ? 20_000 : 300)];
    random.nextBytes(value);
    return value;
  }

  /// Writes until it is killed.
  ///
  /// @param arguments the store, the file of acknowledgements, a seed
  public static void main(String[] arguments) throws IOException {
    Store store = Store.open(options(Path.of(arguments[0])));
    MemorySegment acknowledged = acknowledged(Path.of(arguments[1]), Arena.global());
    long seed = Long.parseLong(arguments[2]);
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      Thread.ofPlatform()
          .start(() -> write(store, acknowledged, thread, new Random(seed + thread)));
    }
  }

  private static void write(Store store, MemorySegment acknowledged, int thread, Random random) {
    try {
      for (long writes = 1; ; writes++) {
        int key = random.nextInt(KEYS / THREADS) * THREADS + thread;
        long version = acknowledged.getAtIndex(ValueLayout.JAVA_LONG, (long) THREADS + key) + 1;
        byte[] value = value(key, version);
        if (value == null) {
          store.remove(key(key));
        } else {
          store.put(key(key), value);
        }
        acknowledged.setAtIndex(ValueLayout.JAVA_LONG, (long) THREADS + key, version);
        acknowledged.setAtIndex(ValueLayout.JAVA_LONG, thread, writes);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
