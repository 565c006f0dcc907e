package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.ipc.ChildJvm;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two processes and one ring. `-Dloadgen.soak=1000000000` says how many messages: by default few
/// enough for every build.
class SoakTest {
  private static final long MESSAGES = Long.getLong("loadgen.soak", 50_000_000L);

  @TempDir private Path directory;

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS) // the long form
  void whatOneProcessWritesTheOtherReads() throws Exception {
    Path path = directory.resolve("soak.ring");
    RingGeometry geometry = new RingGeometry(RingKind.FIXED, 4, 1 << 12, 1);
    try (RingMemory memory = RingMemory.create(path, geometry);
        ChildJvm child = ChildJvm.start(RingChild.class, "soak", path, MESSAGES)) {
      long consumed = Soak.consume(memory, MESSAGES);
      assertThat(child.line()).isEqualTo(Long.toString(consumed));
      assertThat(child.await()).isZero();
      try (FixedConsumer consumer = memory.fixedConsumer(0)) {
        assertThat(consumer.released()).isEqualTo(MESSAGES);
        assertThat(consumer.pollInt()).isEqualTo(FixedConsumer.NOTHING);
      }
    }
  }
}
