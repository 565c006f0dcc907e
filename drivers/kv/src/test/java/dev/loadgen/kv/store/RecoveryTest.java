package dev.loadgen.kv.store;

import static dev.loadgen.kv.store.Latin.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are not as they were written.
class RecoveryTest {
  private static final int EXTENT = 64 << 10;

  @TempDir Path parent;

  private StoreOptions options(Path directory) {
    return StoreOptions.of(directory).withShards(1).withExtentBytes(EXTENT);
  }

  /// Writes records, and copies the files while the store is open, as a killed process leaves them.
  private Path killed(String name, int records, Map<String, String> model) throws IOException {
    Path open = parent.resolve(name + "-open");
    Path killed = parent.resolve(name);
    Random random = new Random(7);
    try (Store store = Store.open(options(open))) {
      for (int i = 0; i < records; i++) {
        String key = "key" + random.nextInt(records);
        String value = "value " + i + "v".repeat(random.nextInt(40));
        store.put(bytes(key), bytes(value));
        model.put(key, value);
      }
      copy(open, killed);
    }
    return killed;
  }

  /// A store that is open readies its next extent in the background, and gives it its name when
  /// that is done: then what was about to be copied has another one, and the copy begins anew.
  private static void copy(Path from, Path to) throws IOException {
    boolean whole = false;
    while (!whole) {
      try {
        copyOnce(from, to);
        whole = true;
      } catch (NoSuchFileException e) {
        whole = false;
      }
    }
  }

  private static void copyOnce(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  private static List<Path> extents(Path store) throws IOException {
    try (Stream<Path> files = Files.list(Shard.directory(store, 0))) {
      return files.filter(file -> file.toString().endsWith(Extent.SUFFIX)).sorted().toList();
    }
  }

  private static void flip(Path file, long at, int mask) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      int old = bytes.read();
      bytes.seek(at);
      bytes.write(old ^ mask);
    }
  }

  /// Where the last record of a file begins, and where it ends.
  private static int[] lastRecord(Path file) throws IOException {
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
    content.order(ByteOrder.LITTLE_ENDIAN);
    int at = Extent.HEADER_BYTES;
    int last = at;
    while (content.getInt(at) != 0) {
      last = at;
      at += RecordLayout.paddedBytes(content.getInt(at));
    }
    return new int[] {last, at};
  }

  @Test
  void whatAKilledProcessLeftIsWhole() throws Exception {
    Map<String, String> model = new HashMap<>();
    Path killed = killed("whole", 5000, model);
    try (Store store = Store.open(options(killed))) {
      assertThat(store.recovery().wasClosed()).isFalse();
      assertThat(store.recovery().notes()).isEmpty();
      assertThat(store.recovery().records()).isGreaterThanOrEqualTo(model.size());
      StoreModelTest.same(store, model);
    }
    try (Store store = Store.open(options(killed))) {
      assertThat(store.recovery().wasClosed()).isTrue();
      StoreModelTest.same(store, model);
    }
  }

  @Test
  void aWriteThatWasCutAnywhereIsErasedAndNothingElse() throws Exception {
    Map<String, String> model = new HashMap<>();
    Path killed = killed("cut", 20, model);
    Path file = extents(killed).getLast();
    int[] last = lastRecord(file);
    byte[] whole = Files.readAllBytes(file);
    byte[] header = Files.readAllBytes(killed.resolve(StoreHeader.FILE));
    for (int end = last[1] - 1; end > last[0] + Long.BYTES; end--) {
      byte[] cut = whole.clone();
      // The body comes first, up to somewhere, and then the first word, which was not written.
      Arrays.fill(cut, end, cut.length, (byte) 0);
      Arrays.fill(cut, last[0], last[0] + Long.BYTES, (byte) 0);
      Files.write(file, cut);
      try (Store store = Store.open(options(killed));
          StoreReader reader = store.reader()) {
        assertThat(store.recovery().records()).isEqualTo(19);
        assertThat(store.recovery().notes()).hasSize(1).first().asString().contains("erased");
        store.put(bytes("new"), bytes("after"));
        assertThat(reader.get(bytes("new"))).isEqualTo(bytes("after"));
      }
      Files.write(killed.resolve(StoreHeader.FILE), header); // as when it was killed
    }
  }

  @Test
  void everyFlippedBitIsFound() throws Exception {
    Map<String, String> model = new HashMap<>();
    Path killed = killed("flipped", 2000, model);
    List<Path> files = extents(killed);
    assertThat(files).hasSizeGreaterThan(1);
    int[] last = lastRecord(files.getLast());
    Random random = new Random(3);
    for (int i = 0; i < 400; i++) {
      Path file = files.get(random.nextInt(files.size()));
      int end = file.equals(files.getLast()) ? last[0] : lastRecord(file)[1];
      int at = random.nextInt(end);
      int mask = 1 << random.nextInt(8);
      flip(file, at, mask);
      assertThat(catchThrowable(() -> Store.open(options(killed)).close()))
          .as("%s, byte %d, records to %d", file, at, end)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(file.getParent().toString());
      flip(file, at, mask);
    }
    try (Store store = Store.open(options(killed))) {
      StoreModelTest.same(store, model);
    }
  }

  @Test
  void aStoreThatWasClosedMustReachToItsEnd() throws Exception {
    Path directory = parent.resolve("closed");
    try (Store store = Store.open(options(directory))) {
      store.put(bytes("a"), bytes("1"));
      store.put(bytes("b"), bytes("2"));
    }
    Path file = extents(directory).getLast();
    flip(file, lastRecord(file)[0] + RecordLayout.HEADER_BYTES, 1);
    assertThatThrownBy(() -> Store.open(options(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("record 2")
        .hasMessageContaining("is damaged");
    assertThatThrownBy(() -> Store.open(options(directory))).isInstanceOf(StoreException.class);
  }

  @Test
  void aRepairKeepsWhatCanBeReadAndTheStoreIsSoundAgain() throws Exception {
    Map<String, String> model = new HashMap<>();
    Path killed = killed("repaired", 2000, model);
    Path first = extents(killed).getFirst();
    flip(first, Extent.HEADER_BYTES + RecordLayout.HEADER_BYTES + 1, 0x10);
    try (Store store = Store.open(options(killed).withRepair(true))) {
      assertThat(store.recovery().damaged()).isTrue();
      assertThat(store.recovery().notes()).hasSize(1);
      assertThat(store.size()).isBetween((long) model.size() - 1, (long) model.size());
    }
    try (Store store = Store.open(options(killed))) {
      assertThat(store.recovery().notes()).isEmpty();
      assertThat(store.size()).isBetween((long) model.size() - 1, (long) model.size());
    }
  }

  @Test
  void filesThatAreCutOrMissingOrOfAnotherStoreAreRefused() throws Exception {
    Path killed = killed("files", 3000, new HashMap<>());
    List<Path> files = extents(killed);
    Path second = files.get(1);
    byte[] whole = Files.readAllBytes(second);

    Files.write(second, Arrays.copyOf(whole, EXTENT / 2));
    refused(killed, StoreException.Reason.DAMAGED, "has 32768 bytes instead of 65536");
    Files.delete(second);
    refused(killed, StoreException.Reason.DAMAGED, "the extent before it is missing");
    Files.write(second, Files.readAllBytes(files.getFirst()));
    refused(killed, StoreException.Reason.DAMAGED, "another place or another store");
    Files.write(second, whole);
    flip(killed.resolve(StoreHeader.FILE), 20, 1);
    refused(killed, StoreException.Reason.DAMAGED, "store.kv is damaged");
    flip(killed.resolve(StoreHeader.FILE), 20, 1);
    Store.open(options(killed)).close();
  }

  /// What is in an extent of another store are not records of this one, however well they fit.
  @Test
  void aRepairTakesNothingOutOfAnotherStore() throws Exception {
    Path killed = killed("mine", 3000, new HashMap<>());
    Path other = parent.resolve("other");
    try (Store store = Store.open(options(other))) {
      for (int i = 0; i < 6000; i++) {
        store.put(bytes("foreign" + i % 500), bytes("v".repeat(40)));
      }
    }
    Path mine = extents(killed).get(1);
    Files.write(mine, Files.readAllBytes(extents(other).getLast()));
    try (Store store = Store.open(options(killed).withRepair(true));
        StoreReader reader = store.reader()) {
      assertThat(store.recovery().notes()).anyMatch(note -> note.contains("another store"));
      for (int i = 0; i < 500; i++) {
        assertThat(reader.get(bytes("foreign" + i))).isNull();
      }
      assertThat(store.size()).isPositive();
    }
    Store.open(options(killed)).close();
  }

  /// The header that says that the store is open need not be on the disk when a record is: then the
  /// one before is there after a loss of power, and the log reaches further than it tells.
  @Test
  void aHeaderOfBeforeDoesNotCostWhatWasWrittenSince() throws Exception {
    Path directory = parent.resolve("since");
    Path killed = parent.resolve("since-killed");
    try (Store store = Store.open(options(directory))) {
      store.put(bytes("a"), bytes("1"));
    }
    byte[] header = Files.readAllBytes(directory.resolve(StoreHeader.FILE));
    try (Store store = Store.open(options(directory).withSync(SyncPolicy.ALWAYS))) {
      store.put(bytes("b"), bytes("2"));
      store.put(bytes("c"), bytes("3"));
      store.commit();
      copy(directory, killed);
    }
    Files.write(killed.resolve(StoreHeader.FILE), header);
    Path file = extents(killed).getLast();
    flip(file, lastRecord(file)[0] + RecordLayout.HEADER_BYTES, 1); // as if it was being written
    try (Store store = Store.open(options(killed))) {
      assertThat(store.recovery().notes()).hasSize(1).first().asString().contains("erased");
      StoreModelTest.same(store, Map.of("a", "1", "b", "2"));
    }
  }

  private void refused(Path directory, StoreException.Reason reason, String says) {
    assertThatThrownBy(() -> Store.open(options(directory)).close())
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(says);
  }

  @Test
  void anotherVersionIsRefusedByName() throws Exception {
    Path directory = parent.resolve("version");
    Store.open(options(directory)).close();
    Path file = directory.resolve(StoreHeader.FILE);
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
    content.order(ByteOrder.LITTLE_ENDIAN).putInt(8, 2);
    CRC32C crc = new CRC32C();
    crc.update(content.duplicate().limit(508));
    Files.write(file, content.putInt(508, (int) crc.getValue()).array());
    refused(
        directory,
        StoreException.Reason.OTHER_VERSION,
        "has version 2 of the format, this program reads version 1");
  }

  @Test
  void aFileInThePlaceOfTheDirectoryIsToldInASentence() throws Exception {
    Path file = Files.createFile(parent.resolve("file"));
    assertThatThrownBy(() -> Store.open(options(file)))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is no directory");
  }

  @Test
  void twoCannotOpenOneStore() throws Exception {
    Path directory = parent.resolve("locked");
    try (Store store = Store.open(options(directory))) {
      assertThat(store.size()).isZero();
      refused(directory, StoreException.Reason.IN_USE, "is already open in this process");
    }
    Store.open(options(directory)).close();
  }
}
