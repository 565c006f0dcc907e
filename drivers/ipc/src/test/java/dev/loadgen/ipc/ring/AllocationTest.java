package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/// Messages cost no allocation: a thread that moves a hundred thousand allocates less than a byte
/// for each hundred of them, and that little is the interpreter's, before code is compiled.
class AllocationTest {
  private static final int MESSAGES = 100_000;
  private static final int ROUNDS = 10;

  @Test
  void noRingAllocatesWhileItIsUsed() throws Exception {
    MemorySegment message = MemorySegment.ofArray(new long[4]);
    long[] seen = new long[1];
    MessageReader reader = (memory, offset, bytes) -> seen[0] += bytes;
    try (RingMemory fixed = RingMemory.offHeap(new RingGeometry(RingKind.FIXED, 32, 64, 1));
        RingMemory variable = RingMemory.offHeap(new RingGeometry(RingKind.VARIABLE, 32, 4096, 1));
        RingMemory shared = RingMemory.offHeap(new RingGeometry(RingKind.SHARED, 32, 64, 1));
        FixedProducer fixedIn = fixed.fixedProducer(0);
        FixedConsumer fixedOut = fixed.fixedConsumer(0);
        VariableProducer variableIn = variable.variableProducer(0);
        VariableConsumer variableOut = variable.variableConsumer(0);
        RingMemory stamped = RingMemory.offHeap(new RingGeometry(RingKind.STAMPED, 32, 64, 1));
        StampedProducer stampedIn = stamped.stampedProducer(0);
        StampedConsumer stampedOut = stamped.stampedConsumer(0);
        SharedProducer sharedIn = shared.sharedProducer(0);
        SharedConsumer sharedOut = shared.sharedConsumer(0)) {
      assertThat(
              leastAllocated(() -> {
                fixedIn.offer(message, 0);
                fixedIn.offerInt(1);
                fixedOut.poll(message, 0);
                fixedOut.drain(reader, 8);
              }))
          .isLessThan(MESSAGES / 100);
      assertThat(
              leastAllocated(() -> {
                variableIn.offer(message, 0, 32);
                variableIn.offer(message, 0, 7);
                variableOut.poll(message, 0);
                variableOut.drain(reader, 8);
              }))
          .isLessThan(MESSAGES / 100);
      assertThat(
              leastAllocated(() -> {
                stampedIn.offer(message, 0);
                stampedIn.offerInt(1);
                stampedOut.poll(message, 0);
                stampedOut.drain(reader, 8);
              }))
          .isLessThan(MESSAGES / 100);
      assertThat(
              leastAllocated(() -> {
                sharedIn.offer(message, 0);
                sharedIn.offerInt(1);
                sharedOut.poll(message, 0);
                sharedOut.drain(reader, 8);
              }))
          .isLessThan(MESSAGES / 100);
    }
  }

  /// The bytes of the best of a few rounds: the first ones also warm up.
  private static long leastAllocated(Runnable step) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < MESSAGES; i++) {
        step.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
