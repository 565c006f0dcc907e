package dev.loadgen.ipc.ring;

import dev.loadgen.ipc.Idle;
import java.lang.foreign.ValueLayout;

/// Many messages through a ring of 4-byte messages, in batches and one at a time, with a checksum
/// over all of them in their order: one that is lost, doubled, torn or out of order changes it.
final class Soak {
  private static final int BATCH = 64;

  private Soak() {}

  /// The n-th message.
  private static int message(long n) {
    return (int) ((n * 0x9E37_79B9L) >>> 7);
  }

  private static long add(long checksum, int message) {
    return (checksum ^ message) * 0x100_0000_01B3L;
  }

  /// Produces.
  ///
  /// @return the checksum
  static long produce(RingMemory memory, long count) throws Exception {
    long checksum = 0;
    try (FixedProducer producer = memory.fixedProducer(0)) {
      long n = 0;
      while (n < count) {
        int claimed = (n & 1024) == 0 ? 0 : producer.claim((int) Math.min(BATCH, count - n));
        for (int i = 0; i < claimed; i++, n++) {
          checksum = add(checksum, message(n));
          long at = producer.claimedOffset() + 4L * i;
          producer.slots().set(ValueLayout.JAVA_INT, at, message(n));
        }
        producer.commit(claimed);
        if (claimed == 0 && producer.offerInt(message(n))) {
          checksum = add(checksum, message(n++));
        } else if (claimed == 0) {
          Idle.YIELD.once();
        }
      }
    }
    return checksum;
  }

  /// Consumes.
  ///
  /// @return the checksum
  static long consume(RingMemory memory, long count) throws Exception {
    long checksum = 0;
    try (FixedConsumer consumer = memory.fixedConsumer(0)) {
      long n = 0;
      while (n < count) {
        int ready = (n & 2048) == 0 ? 0 : consumer.available((int) Math.min(BATCH, count - n));
        for (int i = 0; i < ready; i++, n++) {
          long at = consumer.availableOffset() + 4L * i;
          checksum = add(checksum, consumer.slots().get(ValueLayout.JAVA_INT, at));
        }
        consumer.release(ready);
        long one = ready == 0 ? consumer.pollInt() : FixedConsumer.NOTHING;
        if (one != FixedConsumer.NOTHING) {
          checksum = add(checksum, (int) one);
          n++;
        } else if (ready == 0) {
          Idle.YIELD.once();
        }
      }
    }
    return checksum;
  }
}
