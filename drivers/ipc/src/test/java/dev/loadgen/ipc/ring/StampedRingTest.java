package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.ipc.ChildJvm;
import dev.loadgen.ipc.Idle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A ring whose slots say themselves what they hold.
class StampedRingTest {
  @TempDir private Path directory;

  private static RingMemory memory(int messageBytes, long capacity) {
    return RingMemory.offHeap(new RingGeometry(RingKind.STAMPED, messageBytes, capacity, 1));
  }

  @ParameterizedTest
  @CsvSource({"4,2,1", "4,16,2", "5,8,3", "24,4,4", "32,64,5", "1024,16,6"})
  void agreesWithAQueueOfTheJdk(int messageBytes, long capacity, long seed) throws Exception {
    Random random = new Random(seed);
    ArrayDeque<byte[]> expected = new ArrayDeque<>();
    try (Arena arena = Arena.ofConfined();
        RingMemory memory = memory(messageBytes, capacity);
        StampedProducer producer = memory.stampedProducer(0);
        StampedConsumer consumer = memory.stampedConsumer(0)) {
      MemorySegment out = arena.allocate(messageBytes);
      for (int step = 0; step < 20_000; step++) {
        byte[] message = new byte[messageBytes];
        random.nextBytes(message);
        switch (random.nextInt(4)) {
          case 0, 1 -> {
            boolean offered = producer.offer(MemorySegment.ofArray(message), 0);
            assertThat(offered).isEqualTo(expected.size() < capacity);
            if (offered) {
              expected.add(message);
            }
          }
          case 2 -> {
            boolean polled = consumer.poll(out, 0);
            assertThat(polled).isEqualTo(!expected.isEmpty());
            if (polled) {
              assertThat(out.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected.remove());
            }
          }
          default -> {
            int limit = random.nextInt(6);
            int drainable = Math.min(limit, expected.size());
            int drained =
                consumer.drain(
                    (at, offset, bytes) ->
                        assertThat(at.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE))
                            .isEqualTo(expected.remove()),
                    limit);
            assertThat(drained).isEqualTo(drainable);
          }
        }
      }
    }
  }

  @Test
  void whatIsClaimedIsNotThereUntilItIsCommitted() throws Exception {
    try (RingMemory memory = memory(4, 8);
        StampedProducer producer = memory.stampedProducer(0);
        StampedConsumer consumer = memory.stampedConsumer(0)) {
      producer.memory().set(ValueLayout.JAVA_INT, producer.claim(), 7);
      assertThat(consumer.pollInt()).isEqualTo(StampedConsumer.NOTHING);
      producer.commit();
      assertThat(consumer.pollInt()).isEqualTo(7);
    }
  }

  /// As if it had died after the stamp and before the tail.
  @Test
  void theNextProducerGoesOnAfterAMessageThatWasStampedOnly() throws Exception {
    RingGeometry geometry = new RingGeometry(RingKind.STAMPED, 4, 8, 1);
    MemorySegment ring = Arena.ofAuto().allocate(2048, 128);
    SpscControl control = new SpscControl(ring);
    StampedSlots slots = new StampedSlots(ring.asSlice(SpscControl.BYTES), geometry);
    slots.memory().set(ValueLayout.JAVA_INT, slots.messageAt(0), 10);
    slots.stampRelease(0);
    StampedProducer next =
        new StampedProducer(
            control, slots, geometry, Role.take(ring, SpscControl.PRODUCER_AT, "it"));
    assertThat(next.committed()).isEqualTo(1);
    next.offerInt(11);
    StampedConsumer consumer =
        new StampedConsumer(
            control, slots, geometry, Role.take(ring, SpscControl.CONSUMER_AT, "it"));
    assertThat(consumer.pollInt()).isEqualTo(10);
    assertThat(consumer.pollInt()).isEqualTo(11);
    assertThat(consumer.pollInt()).isEqualTo(StampedConsumer.NOTHING);
  }

  @Test
  void carriesMessagesInOrderToAnotherProcess() throws Exception {
    int count = 2_000_000;
    Path path = directory.resolve("s.ring");
    try (RingMemory memory =
            RingMemory.create(path, new RingGeometry(RingKind.STAMPED, 4, 1024, 1));
        ChildJvm child = ChildJvm.start(RingChild.class, "produce-stamped", path, count);
        StampedConsumer consumer = memory.stampedConsumer(0)) {
      for (int i = 0; i < count; i++) {
        long message = consumer.pollInt();
        while (message == StampedConsumer.NOTHING) {
          Idle.YIELD.once();
          message = consumer.pollInt();
        }
        assertThat(message).isEqualTo(i);
      }
      assertThat(child.await()).isZero();
    }
  }
}
