package dev.loadgen.kv.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` at any moment: nothing that was acknowledged is lost, nothing is there that was never
/// written. `-Dloadgen.kv.kills=2000` makes it long.
///
/// A store is killed [#KILLS_OF_A_STORE] times, then it is another's turn: a process that lives for
/// half a second and writes as fast as it can leaves more small files behind than it deletes, and
/// to open them takes longer and longer.
class KillTest {
  private static final int KILLS_OF_A_STORE = 50;
  private static final int KILLS = Integer.getInteger("loadgen.kv.kills", 8);

  @TempDir Path directory;

  @Test
  void aKilledProcessLosesNothingThatItAcknowledged() throws Exception {
    Random random = new Random(KILLS);
    long unfinished = 0;
    for (int kill = 0; kill < KILLS; ) {
      int last = Math.min(KILLS, kill + KILLS_OF_A_STORE);
      Path store = directory.resolve("store-" + kill);
      Path file = directory.resolve("acknowledged-" + kill);
      try (Arena arena = Arena.ofShared()) {
        MemorySegment acknowledged = KilledWriter.acknowledged(file, arena);
        for (; kill < last; kill++) {
          for (int i = 0; i < KilledWriter.THREADS; i++) {
            acknowledged.setAtIndex(ValueLayout.JAVA_LONG, i, 0);
          }
          killAfter(random.nextInt(20_000), start(store, file, kill), acknowledged);
          unfinished += check(store, acknowledged, kill);
        }
      }
      System.out.printf(
          "%,d kills, %,d unfinished writes erased, %,d files%n", kill, unfinished, delete(store));
    }
  }

  /// Deletes a store.
  ///
  /// @return how many files and directories it had
  private static long delete(Path store) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(store)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
    return all.size();
  }

  private static Process start(Path store, Path file, int seed) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED", // large pages
            "-cp",
            System.getProperty("java.class.path"),
            KilledWriter.class.getName(),
            store.toString(),
            file.toString(),
            Integer.toString(seed))
        .inheritIO()
        .start();
  }

  private static void killAfter(long writes, Process process, MemorySegment acknowledged)
      throws InterruptedException {
    while (process.isAlive() && writes(acknowledged) < writes + 1) {
      Thread.onSpinWait();
    }
    assertThat(process.isAlive()).as("killed, not ended").isTrue();
    process.destroyForcibly().waitFor();
  }

  private static long writes(MemorySegment acknowledged) {
    long writes = 0;
    for (int i = 0; i < KilledWriter.THREADS; i++) {
      writes += (long) ValueLayout.JAVA_LONG.varHandle().getVolatile(acknowledged, i * 8L);
    }
    return writes;
  }

  private static long check(Path directory, MemorySegment acknowledged, int kill)
      throws IOException {
    try (Store store = Store.open(KilledWriter.options(directory));
        StoreReader reader = store.reader()) {
      assertThat(store.recovery().notes()).allMatch(note -> note.contains("erased an unfinished"));
      int records = 0;
      for (int key = 0; key < KilledWriter.KEYS; key++) {
        long at = (long) KilledWriter.THREADS + key;
        long version = acknowledged.getAtIndex(ValueLayout.JAVA_LONG, at);
        byte[] found = reader.get(KilledWriter.key(key));
        byte[] last = version == 0 ? null : KilledWriter.value(key, version);
        if (!Arrays.equals(found, last)) {
          // Written, but killed before it could be noted.
          assertThat(found)
              .as("kill %d, key %d, version %d", kill, key, version)
              .isEqualTo(KilledWriter.value(key, version + 1));
          acknowledged.setAtIndex(ValueLayout.JAVA_LONG, at, version + 1);
        }
        records += found == null ? 0 : 1;
      }
      assertThat(store.size()).isEqualTo(records);
      return store.recovery().notes().size();
    }
  }
}
