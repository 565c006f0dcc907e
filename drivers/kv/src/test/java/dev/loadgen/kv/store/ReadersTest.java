package dev.loadgen.kv.store;

import static dev.loadgen.kv.store.Latin.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers beside writers: everything moves, and nobody sees half of anything.
class ReadersTest {
  private static final int KEYS = 400;
  private static final int READS = 400_000;

  @TempDir Path directory;

  private StoreOptions options() {
    return StoreOptions.of(directory).withShards(2).withExtentBytes(64 << 10);
  }

  /// All of its bytes are the version's, and its length follows from it.
  private static byte[] value(int version) {
    byte[] value = new byte[1 + (version & 0xFF) * 3];
    Arrays.fill(value, (byte) version);
    return value;
  }

  @Test
  void nobodySeesATornRecordWhileSpaceIsUsedAgain() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    try (Store store = Store.open(options());
        ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int key = 0; key < KEYS; key += 2) {
        store.put(bytes("key" + key), value(0)); // even ones are always there
      }
      List<Future<Long>> writers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int seed = i;
        writers.add(threads.submit(() -> write(store, new Random(seed), done)));
      }
      List<Callable<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int seed = 100 + i;
        readers.add(() -> read(store, new Random(seed)));
      }
      int found = 0;
      try {
        for (Future<Integer> reader : threads.invokeAll(readers)) {
          found += reader.get();
        }
      } finally {
        done.set(true);
      }
      for (Future<Long> writer : writers) {
        assertThat(writer.get()).isPositive();
      }
      assertThat(found).isBetween(READS, 2 * READS); // of both, at least the even ones
      assertThat(store.statistics().copiedBytes()).as("space was freed").isPositive();
    }
  }

  private static long write(Store store, Random random, AtomicBoolean done) throws Exception {
    long writes = 0;
    for (; !done.get(); writes++) {
      int number = random.nextInt(KEYS);
      byte[] key = bytes("key" + number);
      if (number % 2 == 1 && random.nextBoolean()) {
        store.remove(key);
      } else {
        store.put(key, value(random.nextInt()));
      }
      store.put(bytes("other" + random.nextInt(100_000)), key); // tables are divided
    }
    return writes;
  }

  private static int read(Store store, Random random) {
    int found = 0;
    byte[] copy = new byte[1 + 255 * 3];
    try (StoreReader reader = store.reader()) {
      for (int i = 0; i < READS; i++) {
        int number = random.nextInt(KEYS);
        if (reader.find(bytes("key" + number))) {
          found++;
          int length = reader.valueLength();
          reader.copyValue(copy, 0);
          for (int at = 0; at < length; at++) {
            if (copy[at] != copy[0]) {
              throw new AssertionError("torn at byte " + at + " of " + length);
            }
          }
          if (length != 1 + (copy[0] & 0xFF) * 3) {
            throw new AssertionError(length + " bytes of version " + copy[0]);
          }
        } else if (number % 2 == 0) {
          throw new AssertionError("key" + number + " is lost");
        }
        if (i % 16 == 0) {
          reader.release();
        }
      }
    }
    return found;
  }

  @Test
  void whatAReaderHoldsOnToStaysUntilItLetsGo() throws Exception {
    try (Store store = Store.open(options());
        StoreReader reader = store.reader()) {
      byte[] first = value(77);
      store.put(bytes("held"), first);
      assertThat(reader.find(bytes("held"))).isTrue();
      for (int i = 0; i < 50_000; i++) {
        store.put(bytes("held"), value(i));
      }
      byte[] seen = new byte[reader.valueLength()];
      reader.copyValue(seen, 0);
      assertThat(seen).isEqualTo(first);
      reader.release();
      assertThat(reader.get(bytes("held"))).isEqualTo(value(49_999));
    }
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.count()).as("files").isPositive();
    }
  }

  @Test
  void whoComesAfterTheEndGetsAnExceptionAndNoCrash() throws Exception {
    Store store = Store.open(options());
    StoreReader reader = store.reader();
    store.put(bytes("a"), bytes("b"));
    assertThat(reader.find(bytes("a"))).isTrue();
    store.close();
    assertThatThrownBy(() -> reader.copyValue(new byte[1], 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> reader.find(bytes("a"))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.put(bytes("a"), bytes("c")))
        .isInstanceOf(IllegalStateException.class);
    store.close();
  }

  @Test
  void tooLongIsRefusedAndChangesNothing() throws Exception {
    try (Store store = Store.open(options())) {
      int most = (64 << 10) / 2 - RecordLayout.HEADER_BYTES;
      store.put(new byte[0], new byte[most]);
      assertThatThrownBy(() -> store.put(new byte[1], new byte[most]))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("a value of " + most + " bytes: at most " + (most - 1));
      assertThatThrownBy(() -> store.put(new byte[65_536], new byte[0]))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("a key of 65536 bytes: at most 65535");
      assertThat(store.size()).isEqualTo(1);
    }
  }

  @Test
  void whatWasCommittedAlwaysIsForced() throws Exception {
    try (Store store = Store.open(options().withSync(SyncPolicy.ALWAYS))) {
      for (int i = 0; i < 50; i++) {
        store.put(bytes("key" + i), value(i));
        store.commit();
      }
    }
    try (Store store = Store.open(options().withSync(SyncPolicy.every(1_000_000)))) {
      assertThat(store.size()).isEqualTo(50);
      store.put(bytes("key"), value(1));
      store.commit();
      store.sync();
    }
  }
}
