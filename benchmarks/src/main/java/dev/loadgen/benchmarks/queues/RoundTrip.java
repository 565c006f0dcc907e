package dev.loadgen.benchmarks.queues;

import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.StampedConsumer;
import dev.loadgen.ipc.ring.StampedProducer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// There and back between two threads that spin: over a pair of rings, and over two volatile
/// fields, which is the least that two CPUs can do.
final class RoundTrip {
  /// Percentiles of one run.
  ///
  /// @param p50Ns half were as fast
  /// @param p999Ns all but one in a thousand were
  record Percentiles(double p50Ns, double p999Ns) {
    private static Percentiles of(long[] ns) {
      Arrays.sort(ns);
      return new Percentiles(ns[ns.length / 2], ns[(int) (ns.length * 0.999)]);
    }
  }

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int THERE = 32; // 256 bytes from either end and from one another
  private static final int BACK = 64;

  private RoundTrip() {}

  /// Over rings.
  ///
  /// @param memory of two rings
  static Percentiles overRings(RingMemory memory, int count) throws Exception {
    long[] ns = new long[count];
    try (StampedProducer out = memory.stampedProducer(0);
        StampedConsumer in = memory.stampedConsumer(1);
        StampedConsumer farIn = memory.stampedConsumer(0);
        StampedProducer farOut = memory.stampedProducer(1)) {
      Thread far = Thread.ofPlatform().daemon().start(() -> echo(farIn, farOut, count));
      for (int i = 0; i < count; i++) {
        long begin = System.nanoTime();
        out.offerInt(i);
        while (in.pollInt() == StampedConsumer.NOTHING) {
          Thread.onSpinWait();
        }
        ns[i] = System.nanoTime() - begin;
      }
      far.join();
    }
    return Percentiles.of(ns);
  }

  private static void echo(StampedConsumer in, StampedProducer out, int count) {
    for (int i = 0; i < count; i++) {
      long message = in.pollInt();
      while (message == StampedConsumer.NOTHING) {
        Thread.onSpinWait();
        message = in.pollInt();
      }
      out.offerInt((int) message);
    }
  }

  /// Over fields.
  static Percentiles overVolatileFields(int count) throws Exception {
    long[] fields = new long[THERE + BACK];
    long[] ns = new long[count];
    Thread far = Thread.ofPlatform().daemon().start(() -> answer(fields, count));
    for (int i = 0; i < count; i++) {
      long begin = System.nanoTime();
      LONGS.setVolatile(fields, THERE, (long) i + 1);
      while ((long) LONGS.getVolatile(fields, BACK) != i + 1) {
        Thread.onSpinWait();
      }
      ns[i] = System.nanoTime() - begin;
    }
    far.join();
    return Percentiles.of(ns);
  }

  private static void answer(long[] fields, int count) {
    for (long i = 1; i <= count; i++) {
      while ((long) LONGS.getVolatile(fields, THERE) != i) {
        Thread.onSpinWait();
      }
      LONGS.setVolatile(fields, BACK, i);
    }
  }
}
