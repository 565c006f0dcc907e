package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whatever another process writes into a ring: nobody leaves it, and nobody is kept for ever.
@Timeout(
    value = 10,
    threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // endless loops heed no interrupt
class DamagedRingTest {
  private static final long TAIL_AT = 4096;
  private static final long HEAD_OF_SHARED_AT = 4096 + 128;
  private static final long HEAD_AT = 4096 + 256;
  private static final long NUMBER_OF_SHARED_AT = 4096 + 9216;

  @TempDir private Path directory;

  private RingMemory create(RingKind kind) throws Exception {
    return RingMemory.create(directory.resolve("r.ring"), new RingGeometry(kind, 8, 64, 1));
  }

  private void write(long offset, long value) throws Exception {
    try (FileChannel file =
        FileChannel.open(directory.resolve("r.ring"), StandardOpenOption.WRITE)) {
      file.write(
          ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(value).flip(), offset);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FIXED, 1, 0", // head, tail
    "FIXED, 0, 65",
    "FIXED, -1, 0",
    "FIXED, -9223372036854775808, 9223372036854775807",
    "FIXED, 9223372036854775807, -9223372036854775808",
    "STAMPED, 2, 0",
    "STAMPED, 0, 65",
    "VARIABLE, 8, 0",
    "VARIABLE, 0, 4",
    "VARIABLE, 3, 8"
  })
  void aRingWhoseIndicesCannotBeIsRefused(RingKind kind, long head, long tail) throws Exception {
    try (RingMemory memory = create(kind)) {
      write(HEAD_AT, head);
      write(TAIL_AT, tail);
      for (int attempt = 0; attempt < 2; attempt++) { // and nobody has the role then
        assertThatThrownBy(
                () -> {
                  switch (kind) {
                    case FIXED -> memory.fixedConsumer(0);
                    case VARIABLE -> memory.variableProducer(0);
                    default -> memory.stampedConsumer(0);
                  }
                })
            .isInstanceOf(RingFormatException.class)
            .hasMessageStartingWith("ring 0 of " + directory.resolve("r.ring"))
            .hasMessageEndingWith("is damaged: its head and tail cannot be");
      }
    }
  }

  @Test
  void aStampedConsumerMayBeOneAheadOfTheTail() throws Exception {
    try (RingMemory memory = create(RingKind.STAMPED)) {
      write(HEAD_AT, 1);
      memory.stampedConsumer(0).close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-9223372036854775808, 9223372036854775807",
    "9223372036854775807, -9223372036854775808",
    "-5, 5",
    "5, -5",
    "0, 9223372036854775807",
    "0, 4294967301",
    "4294967301, 0",
    "9223372036854775807, 0"
  })
  void indicesThatAreDamagedLaterKeepNobodyForEverAndLeadNobodyOut(long head, long tail)
      throws Exception {
    try (RingMemory memory = create(RingKind.FIXED);
        FixedProducer producer = memory.fixedProducer(0);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      write(HEAD_AT, head);
      write(TAIL_AT, tail);
      assertThat(producer.claim(100)).isBetween(0, 64);
      assertThat(consumer.available(100)).isBetween(0, 64);
      assertThat(consumer.drain((at, offset, bytes) -> at.asSlice(offset, bytes), 1000))
          .isBetween(0, 1000);
      producer.offerInt(1);
      consumer.pollInt();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 9223372036854775807, 0", // head, tail, number of the first slot
    "0, 0, 7",
    "-64, -64, 0",
    "64, 64, 4711"
  })
  void aSharedRingWithNumbersThatCannotBeIsNotWaitedForForEver(long head, long tail, long number)
      throws Exception {
    try (RingMemory memory = create(RingKind.SHARED);
        SharedProducer producer = memory.sharedProducer(0);
        SharedConsumer consumer = memory.sharedConsumer(0)) {
      write(HEAD_OF_SHARED_AT, head);
      write(TAIL_AT, tail);
      write(NUMBER_OF_SHARED_AT, number);
      endsOrTellsOfDamage(producer::claim);
      endsOrTellsOfDamage(consumer::take);
    }
  }

  private static void endsOrTellsOfDamage(Runnable step) {
    try {
      step.run();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageStartingWith("the ring is damaged: number ");
    }
  }
}
