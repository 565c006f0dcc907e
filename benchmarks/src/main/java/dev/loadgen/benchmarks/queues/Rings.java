package dev.loadgen.benchmarks.queues;

import dev.loadgen.ipc.ring.FixedConsumer;
import dev.loadgen.ipc.ring.FixedProducer;
import dev.loadgen.ipc.ring.RingMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Our ring, whose messages begin with their number: one at a time, or 64 at once.
final class Rings {
  static final int BATCH = 64;

  private Rings() {}

  static void produceEach(FixedProducer producer, long first, long count) {
    for (long n = first; n < first + count; n++) {
      while (!producer.offerInt((int) n)) {
        Thread.onSpinWait();
      }
    }
  }

  static long consumeEach(FixedConsumer consumer, long count) {
    long sum = 0;
    for (long n = 0; n < count; n++) {
      long message = consumer.pollInt();
      while (message == FixedConsumer.NOTHING) {
        Thread.onSpinWait();
        message = consumer.pollInt();
      }
      sum += message;
    }
    return sum;
  }

  static void produceBatches(FixedProducer producer, long first, long count) {
    MemorySegment slots = producer.slots();
    for (long n = first; n < first + count; ) {
      int claimed = producer.claim((int) Math.min(BATCH, first + count - n));
      if (claimed == 0) {
        Thread.onSpinWait();
        continue;
      }
      long at = producer.claimedOffset();
      for (int i = 0; i < claimed; i++) {
        slots.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * i, (int) n + i);
      }
      producer.commit(claimed);
      n += claimed;
    }
  }

  static long consumeBatches(FixedConsumer consumer, long count) {
    MemorySegment slots = consumer.slots();
    long sum = 0;
    for (long n = 0; n < count; ) {
      int ready = consumer.available((int) Math.min(BATCH, count - n));
      if (ready == 0) {
        Thread.onSpinWait();
        continue;
      }
      long at = consumer.availableOffset();
      for (int i = 0; i < ready; i++) {
        sum += slots.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * i);
      }
      consumer.release(ready);
      n += ready;
    }
    return sum;
  }

  /// Messages of 4 bytes, one at a time.
  record Each(String name, FixedProducer producer, FixedConsumer consumer) implements Contender {
    static Each of(RingMemory memory) throws Exception {
      return new Each("our ring", memory.fixedProducer(0), memory.fixedConsumer(0));
    }

    @Override
    public void produce(long count) {
      produceEach(producer, 0, count);
    }

    @Override
    public long consume(long count) {
      return consumeEach(consumer, count);
    }
  }

  /// Messages of 4 bytes, 64 at once.
  record Batches(String name, FixedProducer producer, FixedConsumer consumer) implements Contender {
    static Batches of(RingMemory memory) throws Exception {
      return new Batches(
          "our ring, batches of 64", memory.fixedProducer(0), memory.fixedConsumer(0));
    }

    @Override
    public void produce(long count) {
      produceBatches(producer, 0, count);
    }

    @Override
    public long consume(long count) {
      return consumeBatches(consumer, count);
    }
  }

  /// Messages of 32 bytes: each claimed, written and committed by itself, and drained by a callback
  /// where they lie, as one uses Aeron.
  record Claimed(String name, FixedProducer producer, FixedConsumer consumer) implements Contender {
    static Claimed of(RingMemory memory) throws Exception {
      return new Claimed("our ring, 32 bytes", memory.fixedProducer(0), memory.fixedConsumer(0));
    }

    @Override
    public void produce(long count) {
      MemorySegment slots = producer.slots();
      for (long n = 0; n < count; n++) {
        while (producer.claim(1) == 0) {
          Thread.onSpinWait();
        }
        long at = producer.claimedOffset();
        for (long i = 0; i < 32; i += 8) {
          slots.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i, n);
        }
        producer.commit(1);
      }
    }

    @Override
    public long consume(long count) {
      long[] sum = new long[1];
      for (long n = 0; n < count; ) {
        int drained =
            consumer.drain(
                (memory, offset, bytes) ->
                    sum[0] += memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset),
                (int) Math.min(BATCH, count - n));
        if (drained == 0) {
          Thread.onSpinWait();
        }
        n += drained;
      }
      return sum[0];
    }
  }
}
