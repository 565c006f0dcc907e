package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.ipc.Idle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A ring with many producers and consumers.
class SharedRingTest {
  private static RingMemory memory(int messageBytes, long capacity) {
    return RingMemory.offHeap(new RingGeometry(RingKind.SHARED, messageBytes, capacity, 1));
  }

  @ParameterizedTest
  @CsvSource({"4,2,1", "8,8,2", "12,4,3", "1024,16,4"})
  void agreesWithAQueueOfTheJdk(int messageBytes, long capacity, long seed) throws Exception {
    Random random = new Random(seed);
    ArrayDeque<byte[]> expected = new ArrayDeque<>();
    try (Arena arena = Arena.ofConfined();
        RingMemory memory = memory(messageBytes, capacity);
        SharedProducer one = memory.sharedProducer(0);
        SharedProducer two = memory.sharedProducer(0);
        SharedConsumer here = memory.sharedConsumer(0);
        SharedConsumer there = memory.sharedConsumer(0)) {
      MemorySegment out = arena.allocate(messageBytes);
      for (int step = 0; step < 20_000; step++) {
        byte[] message = new byte[messageBytes];
        random.nextBytes(message);
        SharedConsumer consumer = random.nextBoolean() ? here : there;
        switch (random.nextInt(3)) {
          case 0 -> {
            SharedProducer producer = random.nextBoolean() ? one : two;
            boolean offered = producer.offer(MemorySegment.ofArray(message), 0);
            assertThat(offered).isEqualTo(expected.size() < capacity);
            if (offered) {
              expected.add(message);
            }
          }
          case 1 -> {
            boolean polled = consumer.poll(out, 0);
            assertThat(polled).isEqualTo(!expected.isEmpty());
            if (polled) {
              assertThat(out.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected.remove());
            }
          }
          default -> {
            int limit = random.nextInt(4);
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

  /// Every message arrives once, and those of one producer in its order at each consumer.
  @Test
  void losesNothingAndDoublesNothingBetweenThreads() throws Exception {
    int threads = 3;
    int each = 100_000;
    AtomicLong left = new AtomicLong((long) threads * each);
    try (RingMemory memory = memory(4, 64);
        ExecutorService executor = Executors.newFixedThreadPool(2 * threads)) {
      List<Future<List<Integer>>> consumed = new ArrayList<>();
      List<Future<List<Integer>>> produced = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int base = i * each;
        produced.add(executor.submit(() -> produce(memory, base, each)));
        consumed.add(executor.submit(consuming(memory, left)));
      }
      for (Future<List<Integer>> one : produced) {
        one.get();
      }
      List<Integer> all = new ArrayList<>();
      for (Future<List<Integer>> one : consumed) {
        int[] last = {-1, -1, -1};
        for (int message : one.get()) {
          assertThat(message % each).isGreaterThan(last[message / each]);
          last[message / each] = message % each;
        }
        all.addAll(one.get());
      }
      assertThat(all).hasSize(threads * each).doesNotHaveDuplicates();
    }
  }

  private static List<Integer> produce(RingMemory memory, int base, int count) throws Exception {
    try (SharedProducer producer = memory.sharedProducer(0)) {
      for (int i = 0; i < count; i++) {
        while (!producer.offerInt(base + i)) {
          Idle.YIELD.once();
        }
      }
    }
    return List.of();
  }

  private static Callable<List<Integer>> consuming(RingMemory memory, AtomicLong left) {
    return () -> {
      List<Integer> seen = new ArrayList<>();
      try (SharedConsumer consumer = memory.sharedConsumer(0)) {
        while (left.get() > 0) {
          long message = consumer.pollInt();
          if (message == SharedConsumer.NOTHING) {
            Idle.YIELD.once();
          } else {
            seen.add((int) message);
            left.decrementAndGet();
          }
        }
      }
      return seen;
    };
  }

  @Test
  void takesSixtyFourParticipants() throws Exception {
    try (RingMemory memory = memory(4, 2)) {
      List<SharedProducer> joined = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        joined.add(memory.sharedProducer(0));
      }
      assertThatThrownBy(() -> memory.sharedConsumer(0))
          .isInstanceOf(RoleTakenException.class)
          .hasMessageContaining("all 64 places are taken");
      joined.get(17).close();
      memory.sharedConsumer(0).close();
    }
  }
}
