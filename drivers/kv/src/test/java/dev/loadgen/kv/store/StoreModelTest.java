package dev.loadgen.kv.store;

import static dev.loadgen.kv.store.Latin.bytes;
import static dev.loadgen.kv.store.Latin.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Seeded random operations, with a `HashMap` as the oracle.
class StoreModelTest {
  private static final int OPERATIONS = 60_000;

  @TempDir Path directory;

  private StoreOptions options() {
    return StoreOptions.of(directory).withShards(2).withExtentBytes(64 << 10);
  }

  private static String value(Random random, int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return text(bytes);
  }

  private static String key(Random random, int keys) {
    int number = random.nextInt(keys);
    byte[] key = new byte[number % 41];
    new Random(number).nextBytes(key);
    return text(key);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void doesWhatAMapDoesAndStillDoesAfterReopening(int seed) throws Exception {
    Random random = new Random(seed);
    int keys = seed % 2 == 0 ? 300 : 20_000;
    Map<String, String> model = new HashMap<>();
    for (int round = 0; round < 3; round++) {
      try (Store store = Store.open(options());
          StoreReader reader = store.reader()) {
        assertThat(store.recovery().notes()).isEmpty();
        same(store, model);
        for (int i = 0; i < OPERATIONS / 3; i++) {
          operate(random, key(random, keys), store, reader, model);
        }
        same(store, model);
      }
    }
  }

  private static void operate(
      Random random, String key, Store store, StoreReader reader, Map<String, String> model)
      throws IOException {
    int draw = random.nextInt(1000);
    if (draw == 0 && random.nextInt(10) == 0) {
      store.clear();
      model.clear();
    } else if (draw < 500) {
      String value = value(random, draw < 10 ? 20_000 : 100);
      assertThat(store.put(bytes(key), bytes(value))).isEqualTo(model.put(key, value) != null);
    } else if (draw < 650) {
      assertThat(store.remove(bytes(key))).isEqualTo(model.remove(key) != null);
    } else if (draw < 700) {
      String value = value(random, 50);
      byte[] before =
          store.update(bytes(key), 0, key.length(), old -> old == null ? bytes(value) : null);
      assertThat(text(before)).isEqualTo(model.get(key));
      model.compute(key, (_, old) -> old == null ? value : null);
    } else {
      assertThat(text(reader.get(bytes(key)))).isEqualTo(model.get(key));
    }
  }

  /// The same by look-up, by iteration and by size.
  static void same(Store store, Map<String, String> model) {
    assertThat(store.size()).isEqualTo(model.size());
    Map<String, String> found = new HashMap<>();
    try (StoreReader reader = store.reader()) {
      long cursor = 0;
      do {
        cursor =
            reader.scan(
                cursor,
                10,
                (memory, keyAt, keyLength, valueAt, valueLength) -> {
                  String key = text(memory, keyAt, keyLength);
                  String value = text(memory, valueAt, valueLength);
                  assertThat(found.put(key, value)).as("visited once").isNull();
                });
      } while (cursor != 0);
      assertThat(found).isEqualTo(model);
      for (Map.Entry<String, String> entry : model.entrySet()) {
        assertThat(text(reader.get(bytes(entry.getKey())))).isEqualTo(entry.getValue());
      }
    }
  }

  @Test
  void spaceOfWhatWasOverwrittenAndRemovedIsUsedAgain() throws Exception {
    try (Store store = Store.open(options())) {
      byte[] value = new byte[100];
      for (int i = 0; i < 300_000; i++) { // 40 MB are written, 65 kB are alive
        store.put(bytes("key" + i % 500), value);
        if (i % 3 == 0) {
          store.put(bytes("gone" + i), value);
          store.remove(bytes("gone" + i));
        }
      }
      StoreStatistics statistics = store.statistics();
      assertThat(statistics.records()).isEqualTo(500);
      assertThat(statistics.logBytes()).isLessThan(3 * statistics.liveBytes() + 2 * 5 * (64 << 10));
    }
    try (Store store = Store.open(options())) {
      assertThat(store.size()).isEqualTo(500);
    }
  }

  @Test
  void aScanMeetsOnceWhatIsThereFromItsBeginningToItsEndWhileTheIndexGrows() throws Exception {
    try (Store store = Store.open(options());
        StoreReader reader = store.reader()) {
      for (int i = 0; i < 5000; i++) {
        store.put(bytes("stays" + i), new byte[0]);
      }
      Set<String> met = new HashSet<>();
      long cursor = 0;
      int added = 0;
      do {
        cursor =
            reader.scan(
                cursor,
                7,
                (memory, keyAt, keyLength, valueAt, valueLength) -> {
                  String key = text(memory, keyAt, keyLength);
                  assertThat(met.add(key)).as(key).isTrue();
                });
        for (int i = 0; i < 3; i++) {
          store.put(bytes("comes" + added++), new byte[0]);
          store.put(bytes("stays" + added % 5000), new byte[] {1});
        }
      } while (cursor != 0);
      assertThat(met.stream().filter(key -> key.startsWith("stays"))).hasSize(5000);
    }
  }
}
