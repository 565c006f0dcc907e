package dev.loadgen.kv.store;

import static dev.loadgen.kv.store.Latin.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What a shard takes from the system, and gives back.
class ShardTest {
  private static final int EXTENT = 64 << 10;

  @TempDir Path directory;

  private StoreOptions options() {
    return StoreOptions.of(directory).withShards(1).withExtentBytes(EXTENT);
  }

  /// The shard of a store of one.
  private static Shard shard(StoreHeader header, Path store, List<Runnable> asked)
      throws IOException {
    ShardFiles.Background background =
        new ShardFiles.Background() {
          @Override
          public void soon(Runnable work) {
            asked.add(work);
          }

          @Override
          public void later(Runnable work) {
            asked.add(work);
          }
        };
    Path files = Shard.directory(store, 0);
    Shard shard = new Shard(files, header, 0, new Epochs(), background);
    shard.recover(files, header, 0, false);
    return shard;
  }

  private static void put(Shard shard, StoreHeader header, String key) throws IOException {
    byte[] bytes = bytes(key);
    long hashed = header.hash().of(bytes, 0, bytes.length);
    shard.put(hashed, bytes, 0, bytes.length, bytes, 0, bytes.length);
  }

  /// Each clearing is a record of 24 bytes, an index takes 2 MiB: a store that had been cleared
  /// some thousand times could not be opened again.
  @Test
  void clearingsInALogLeaveNoIndexBehindWhenItIsRead() throws Exception {
    try (Store store = Store.open(options())) {
      for (int i = 0; i < 3; i++) {
        store.put(bytes("a"), bytes("1"));
        store.clear();
        store.clear();
      }
      store.put(bytes("b"), bytes("2"));
    }
    List<Runnable> asked = new ArrayList<>();
    try (StoreHeader header = StoreHeader.open(options())) {
      Shard shard = shard(header, directory, asked);
      assertThat(shard.records()).isEqualTo(1);
      put(shard, header, "c");
      assertThat(asked).isEmpty(); // else some were left to be freed
      assertThat(shard.statistics().records()).isEqualTo(2);
      shard.close();
    }
  }

  @Test
  void closingFreesIndexesThatWereGivenUpJustBefore() throws Exception {
    try (StoreHeader header = StoreHeader.open(options())) {
      Shard shard = shard(header, directory, new ArrayList<>());
      Index given = shard.index();
      shard.clear();
      assertThat(given.pool().get(0, 0)).isEqualTo(Slot.EMPTY);
      shard.close();
      assertThatThrownBy(() -> given.pool().get(0, 0)).isInstanceOf(IllegalStateException.class);
    }
  }

  /// The numbers of the extents that may not be on the disk, as far as is known when a store is
  /// opened.
  private List<Long> unforced() throws IOException {
    try (StoreHeader header = StoreHeader.open(options())) {
      Shard shard = shard(header, directory, new ArrayList<>());
      List<Long> numbers =
          shard.log().takeUnsynced().stream().map(span -> span.extent().number()).toList();
      shard.close();
      return numbers;
    }
  }

  /// Else nothing is ever deleted by processes that are killed before all was forced once more: a
  /// store that was killed some thousand times took gigabytes.
  @Test
  void whatOneProcessForcedIsNotForcedAgainByTheNext() throws Exception {
    String filling = "k".repeat(10_000); // three records make an extent
    try (StoreHeader header = StoreHeader.open(options())) {
      Shard shard = shard(header, directory, new ArrayList<>());
      for (int i = 10; i < 22; i++) {
        put(shard, header, i + filling);
      }
      assertThat(shard.log().newest()).isEqualTo(4);
      shard.close();
    }
    assertThat(unforced()).containsExactly(1L, 2L, 3L, 4L);
    try (StoreHeader header = StoreHeader.open(options())) {
      Shard shard = shard(header, directory, new ArrayList<>());
      shard.files().sync();
      put(shard, header, "30" + filling); // begins the fifth: the fourth was not known to be whole
      put(shard, header, "31" + filling);
      shard.close();
    }
    assertThat(unforced()).containsExactly(4L, 5L);
    try (StoreHeader header = StoreHeader.open(options())) {
      Shard shard = shard(header, directory, new ArrayList<>());
      shard.files().sync();
      put(shard, header, "32" + filling);
      put(shard, header, "33" + filling); // begins the sixth
      shard.close();
    }
    assertThat(unforced()).containsExactly(5L, 6L);
  }

  /// A hole in a mapped file that cannot be filled is no exception: the write is lost.
  @Test
  @EnabledOnOs(OS.LINUX)
  void theDiskIsAskedForAllOfAnExtentBeforeAnythingIsWrittenToIt() throws Exception {
    try (StoreHeader header = StoreHeader.open(options())) {
      Shard shard = shard(header, directory, new ArrayList<>());
      Path file = shard.log().extents().getFirst().extent().file();
      Process process =
          new ProcessBuilder("stat", "--format=%b", file.toString())
              .redirectErrorStream(true)
              .start();
      String blocks =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      assertThat(blocks).matches("[0-9]+");
      assertThat(Long.parseLong(blocks) * 512).isGreaterThanOrEqualTo(EXTENT);
      shard.close();
    }
  }
}
