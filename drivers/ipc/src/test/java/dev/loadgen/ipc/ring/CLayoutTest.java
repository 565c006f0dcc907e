package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.ipc.ChildJvm;
import dev.loadgen.ipc.Idle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A C program, written from the description of the format, is the process at the other end.
class CLayoutTest {
  private static final int COUNT = 20_000;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 32, 1024})
  void aProgramInAnotherLanguageReadsAndWritesTheRings(int messageBytes) throws Exception {
    Path program = CompiledC.compile("ring_probe.c", directory);
    Path path = directory.resolve("c.ring");
    RingGeometry geometry = new RingGeometry(RingKind.FIXED, messageBytes, 64, 2);
    try (Arena arena = Arena.ofConfined();
        RingMemory memory = RingMemory.create(path, geometry);
        ChildJvm c =
            ChildJvm.run(List.of(program.toString(), path.toString(), Integer.toString(COUNT)))) {
      assertThat(c.line()).isEqualTo(messageBytes + " 64");
      FixedProducer producer = memory.fixedProducer(0);
      FixedConsumer consumer = memory.fixedConsumer(1);
      MemorySegment sent = arena.allocate(messageBytes, 8);
      MemorySegment received = arena.allocate(messageBytes, 8);
      long sum = 0;
      int next = 0;
      for (int seen = 0; seen < COUNT; ) {
        if (next < COUNT) {
          fill(sent, next);
          next += producer.offer(sent, 0) ? 1 : 0;
        }
        if (consumer.poll(received, 0)) {
          fill(sent, seen);
          sent.set(ValueLayout.JAVA_INT, 0, seen + 1);
          assertThat(received.mismatch(sent)).isEqualTo(-1);
          sum += seen++;
        } else if (next == COUNT) {
          Idle.YIELD.once();
        }
      }
      assertThat(c.line()).isEqualTo(Long.toString(sum));
      assertThat(c.await()).isZero();
      memory.fixedConsumer(0).close(); // C has given its roles back
      memory.fixedProducer(1).close();
    }
  }

  private static void fill(MemorySegment message, int number) {
    message.set(ValueLayout.JAVA_INT, 0, number);
    for (long i = 4; i < message.byteSize(); i++) {
      message.set(ValueLayout.JAVA_BYTE, i, (byte) (number + i));
    }
  }
}
