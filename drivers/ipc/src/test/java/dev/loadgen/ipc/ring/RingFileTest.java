package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that cannot be used are refused with a sentence that says why.
class RingFileTest {
  private static final RingGeometry GEOMETRY = new RingGeometry(RingKind.FIXED, 32, 64, 2);

  @TempDir private Path directory;

  private Path file() throws IOException {
    Path path = directory.resolve("r.ring");
    RingMemory.create(path, GEOMETRY).close();
    return path;
  }

  private static void change(Path path, long offset, byte[] bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(bytes), offset);
    }
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array();
  }

  private static void refused(Path path, String sentence) {
    assertThatThrownBy(() -> RingMemory.attach(path))
        .isInstanceOf(RingFormatException.class)
        .hasMessageStartingWith(path.toString())
        .hasMessageContaining(sentence);
  }

  @Test
  void whatIsMadeCanBeAttached() throws Exception {
    Path path = file();
    try (RingMemory here = RingMemory.attach(path);
        RingMemory there = RingMemory.attach(path, GEOMETRY);
        FixedProducer producer = here.fixedProducer(1);
        FixedConsumer consumer = there.fixedConsumer(1)) {
      assertThat(here.geometry()).isEqualTo(GEOMETRY);
      producer.offerInt(42);
      assertThat(consumer.pollInt()).isEqualTo(42);
    }
    assertThat(Files.size(path)).isEqualTo(GEOMETRY.memoryBytes());
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(path); // nothing else is left behind
    }
  }

  @Test
  void aFileThatIsThereIsNotOverwritten() throws Exception {
    Path path = file();
    assertThatThrownBy(() -> RingMemory.create(path, GEOMETRY))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(path + ": it is there already");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(path);
    }
  }

  @Test
  void refusesWhatIsNoRingFile() throws Exception {
    Path path = directory.resolve("x");
    assertThatThrownBy(() -> RingMemory.attach(path)).hasMessage(path + " is not there");
    Files.write(path, new byte[100]);
    refused(path, "is too small to be a ring file: 100 bytes");
    Files.write(path, new byte[10_000]);
    refused(path, "is not a ring file");
    refused(directory, "is not a file");
  }

  @Test
  void refusesAFileThatWasCutOff() throws Exception {
    Path path = file();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(GEOMETRY.memoryBytes() - 1);
    }
    refused(path, "is too small: " + (GEOMETRY.memoryBytes() - 1) + " bytes of ");
  }

  @Test
  void refusesAnotherVersionKindByteOrderOrSize() throws Exception {
    Path path = file();
    change(path, 8, number(2));
    refused(path, "has version 2 of the ring format; this program knows 1");
    change(path, 8, number(1));
    change(path, 12, number(9));
    refused(path, "kind that is not known: 9");
    change(path, 12, number(1));
    change(path, 16, number(2000));
    refused(path, "is damaged: a message in this ring is 4 to 1024");
    change(path, 16, number(64));
    refused(path, "is damaged: its header says " + GEOMETRY.memoryBytes());
    change(path, 16, number(32));
    change(path, 24, number(63));
    refused(path, "is damaged: the capacity of a ring is a power of two");
    change(path, 24, number(64));
    RingMemory.attach(path).close();
    byte[] magic = Files.readAllBytes(path);
    for (int i = 0; i < 8; i++) {
      change(path, 7 - i, new byte[] {magic[i]});
    }
    refused(path, "other byte order");
  }

  @Test
  void refusesRingsOtherThanThoseAskedFor() throws Exception {
    Path path = file();
    for (RingGeometry other :
        List.of(
            new RingGeometry(RingKind.SHARED, 32, 64, 2),
            new RingGeometry(RingKind.FIXED, 24, 64, 2),
            new RingGeometry(RingKind.FIXED, 32, 128, 2),
            new RingGeometry(RingKind.FIXED, 32, 64, 1))) {
      assertThatThrownBy(() -> RingMemory.attach(path, other))
          .isInstanceOf(RingFormatException.class)
          .hasMessage(path + " holds 2 fixed rings of 64 messages of 32 bytes, not " + other);
    }
  }

  @Test
  void saysWhyAFileCannotBeMade() throws Exception {
    Path nowhere = directory.resolve("no/r.ring");
    assertThatThrownBy(() -> RingMemory.create(nowhere, GEOMETRY))
        .hasMessage("cannot make " + nowhere + ": no such directory");
    Path path = directory.resolve("huge.ring");
    RingGeometry huge = new RingGeometry(RingKind.FIXED, 1024, 1 << 30, 4096);
    assertThatThrownBy(() -> RingMemory.create(path, huge))
        .hasMessageMatching(
            "cannot make \\Q"
                + path
                + "\\E with "
                + huge.memoryBytes()
                + " bytes: only [0-9]+ are free");
    assertThat(path).doesNotExist();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void saysWhenThereIsNoPermission() throws Exception {
    Path path = file();
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r--r--"));
    Assumptions.assumeFalse(Files.isWritable(path), "root may write everything");
    assertThatThrownBy(() -> RingMemory.attach(path))
        .hasMessage("cannot use " + path + ": no permission");
  }

  @Test
  void aSecondProducerOrConsumerIsRefused() throws Exception {
    Path path = file();
    try (RingMemory here = RingMemory.attach(path);
        RingMemory there = RingMemory.attach(path)) {
      FixedProducer producer = here.fixedProducer(0);
      FixedConsumer consumer = here.fixedConsumer(0);
      assertThatThrownBy(() -> there.fixedProducer(0))
          .isInstanceOf(RoleTakenException.class)
          .hasMessage("the producer of ring 0 of " + path + " is taken by this process");
      assertThatThrownBy(() -> there.fixedConsumer(0)).isInstanceOf(RoleTakenException.class);
      there.fixedProducer(1).close();
      producer.close();
      producer.close();
      consumer.close();
      FixedProducer next = there.fixedProducer(0);
      producer.close(); // again, and it must not take away what is another's now
      assertThatThrownBy(() -> here.fixedProducer(0)).isInstanceOf(RoleTakenException.class);
      next.close();
    }
  }
}
