package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A ring with one producer and one consumer, used by one thread: what goes in comes out.
class FixedRingTest {
  private static RingMemory memory(int messageBytes, long capacity) {
    return RingMemory.offHeap(new RingGeometry(RingKind.FIXED, messageBytes, capacity, 1));
  }

  @Test
  void holdsAsManyAsItsCapacityAndNotOneMore() throws Exception {
    try (RingMemory memory = memory(4, 8);
        FixedProducer producer = memory.fixedProducer(0);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      assertThat(consumer.pollInt()).isEqualTo(FixedConsumer.NOTHING);
      for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 8; i++) {
          assertThat(producer.offerInt(-i)).isTrue();
        }
        assertThat(producer.offerInt(99)).isFalse();
        assertThat(producer.claim(1)).isZero();
        for (int i = 0; i < 8; i++) {
          assertThat(consumer.pollInt()).isEqualTo(-i);
        }
        assertThat(consumer.pollInt()).isEqualTo(FixedConsumer.NOTHING);
        assertThat(consumer.available(1)).isZero();
      }
      assertThat(producer.committed()).isEqualTo(40);
      assertThat(producer.consumed()).isEqualTo(40);
      assertThat(consumer.released()).isEqualTo(40);
    }
  }

  @Test
  void aClaimEndsWhereTheRingWraps() throws Exception {
    try (RingMemory memory = memory(4, 8);
        FixedProducer producer = memory.fixedProducer(0);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      assertThat(producer.claim(6)).isEqualTo(6);
      producer.commit(6);
      assertThat(consumer.available(100)).isEqualTo(6);
      consumer.release(6);
      assertThat(producer.claim(6)).isEqualTo(2);
      producer.commit(2);
      assertThat(producer.claim(100)).isEqualTo(6);
      producer.commit(6);
      assertThat(producer.claim(100)).isZero();
      assertThat(consumer.available(100)).isEqualTo(2);
      consumer.release(2);
      assertThat(consumer.available(100)).isEqualTo(6);
      assertThat(consumer.availableOffset()).isZero();
    }
  }

  @Test
  void whatIsClaimedIsNotThereUntilItIsCommitted() throws Exception {
    try (RingMemory memory = memory(4, 8);
        FixedProducer producer = memory.fixedProducer(0);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      assertThat(producer.claim(3)).isEqualTo(3);
      producer.slots().set(ValueLayout.JAVA_INT, producer.claimedOffset(), 7);
      assertThat(consumer.pollInt()).isEqualTo(FixedConsumer.NOTHING);
      producer.commit(1);
      assertThat(consumer.available(3)).isEqualTo(1);
      assertThat(consumer.pollInt()).isEqualTo(7);
    }
  }

  @Test
  void whoWaitsForMoreWithoutAReleaseSeesIt() throws Exception {
    try (RingMemory memory = memory(4, 8);
        FixedProducer producer = memory.fixedProducer(0);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      producer.offerInt(1);
      assertThat(consumer.available(3)).isEqualTo(1);
      producer.offerInt(2);
      producer.offerInt(3);
      assertThat(consumer.available(3)).isEqualTo(3);
    }
  }

  /// Against a queue of the JDK: any sequence of operations gives the same messages.
  @ParameterizedTest
  @CsvSource({"4,2,1", "4,16,2", "5,8,3", "24,4,4", "32,64,5", "1023,8,6", "1024,16,7"})
  void agreesWithAQueueOfTheJdk(int messageBytes, long capacity, long seed) throws Exception {
    Random random = new Random(seed);
    ArrayDeque<byte[]> expected = new ArrayDeque<>();
    try (Arena arena = Arena.ofConfined();
        RingMemory memory = memory(messageBytes, capacity);
        FixedProducer producer = memory.fixedProducer(0);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      MemorySegment out = arena.allocate(messageBytes);
      for (int step = 0; step < 20_000; step++) {
        byte[] message = new byte[messageBytes];
        random.nextBytes(message);
        switch (random.nextInt(4)) {
          case 0 -> {
            boolean offered = producer.offer(MemorySegment.ofArray(message), 0);
            assertThat(offered).isEqualTo(expected.size() < capacity);
            if (offered) {
              expected.add(message);
            }
          }
          case 1 -> {
            int claimed = producer.claim(1 + random.nextInt(5));
            assertThat(claimed == 0).isEqualTo(expected.size() == capacity);
            for (int i = 0; i < claimed; i++) {
              long at = producer.claimedOffset() + (long) i * producer.slotBytes();
              MemorySegment.copy(
                  message, 0, producer.slots(), ValueLayout.JAVA_BYTE, at, messageBytes);
              expected.add(message);
            }
            producer.commit(claimed);
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
  void aReaderThatThrowsHasHadItsMessage() throws Exception {
    try (RingMemory memory = memory(4, 8);
        FixedProducer producer = memory.fixedProducer(0);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      for (int i = 0; i < 4; i++) {
        producer.offerInt(i);
      }
      List<Integer> seen = new ArrayList<>();
      assertThatThrownBy(() ->
              consumer.drain(
                  (at, offset, bytes) -> {
                    seen.add(at.get(ValueLayout.JAVA_INT, offset));
                    if (seen.size() == 2) {
                      throw new IllegalStateException("enough");
                    }
                  },
                  4))
          .hasMessage("enough");
      assertThat(seen).containsExactly(0, 1);
      assertThat(consumer.pollInt()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3, 1000, -8, 1L << 31})
  void refusesACapacityThatIsNoPowerOfTwo(long capacity) {
    assertThatThrownBy(() -> new RingGeometry(RingKind.FIXED, 4, capacity, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the capacity of a ring is a power of two from 2 to 2^30, not " + capacity);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 3, 1025})
  void refusesMessagesThatFitNoSlot(int messageBytes) {
    assertThatThrownBy(() -> new RingGeometry(RingKind.FIXED, messageBytes, 8, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is 4 to 1024 bytes long")
        .hasMessageEndingWith("not " + messageBytes);
  }

  @Test
  void aClosedMemoryHasItsRolesFreeAndDoesNotCrashWhoStillUsesIt() throws Exception {
    RingMemory memory = memory(4, 8);
    FixedProducer first = memory.fixedProducer(0);
    memory.close();
    FixedProducer second = memory.fixedProducer(0);
    first.close(); // is not the producer any more
    assertThatThrownBy(() -> memory.fixedProducer(0)).isInstanceOf(RoleTakenException.class);
    System.gc();
    assertThat(first.offerInt(1)).isTrue();
    second.close();
  }

  @Test
  void aRingIsNotMistakenForOneOfAnotherKind() {
    try (RingMemory memory = memory(4, 8)) {
      assertThatThrownBy(() -> memory.variableProducer(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("1 fixed ring of 8 messages of 4 bytes")
          .hasMessageContaining("asked for as variable");
      assertThatThrownBy(() -> memory.fixedProducer(1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
