package dev.loadgen.benchmarks.queues;

import java.util.concurrent.CyclicBarrier;

/// Runs two contenders in turn between two threads of this process.
final class Throughput {
  private static final int WARMUP_RUNS = 3;

  private Throughput() {}

  /// Runs them.
  ///
  /// @param count messages of a run
  /// @param runs of each, beyond those to warm up
  /// @return millions of messages per second, of each
  static Samples[] compare(Contender ours, Contender theirs, long count, int runs)
      throws Exception {
    Samples[] samples = {new Samples(ours.name()), new Samples(theirs.name())};
    for (int i = -WARMUP_RUNS; i < runs; i++) {
      double our = run(ours, count);
      double their = run(theirs, count);
      if (i >= 0) {
        samples[0].add(our);
        samples[1].add(their);
      }
    }
    return samples;
  }

  private static double run(Contender contender, long count) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Thread producer =
        Thread.ofPlatform()
            .daemon()
            .name("producer")
            .start(() -> {
              try {
                start.await();
                contender.produce(count);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    start.await();
    long beginNs = System.nanoTime();
    long sum = contender.consume(count);
    long elapsedNs = System.nanoTime() - beginNs;
    producer.join();
    if (sum != count * (count - 1) / 2) {
      throw new IllegalStateException(contender.name() + " lost messages: the sum is " + sum);
    }
    return count * 1e3 / elapsedNs;
  }
}
