package dev.loadgen.benchmarks.queues;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.RunSummary;
import dev.loadgen.ipc.Idle;
import dev.loadgen.ipc.queue.MessageQueue;
import dev.loadgen.ipc.queue.QueueProvider;
import dev.loadgen.ipc.queue.QueueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// JCTools' MPMC queue and the JDK's `ConcurrentLinkedQueue`: how many operations, and how long a
/// burst takes around a chain of threads, which the driver `queue` measures.
final class SharedQueues {
  private static final int CAPACITY = 1 << 15;

  private SharedQueues() {}

  /// Producers and consumers with one queue between them, who yield when it is full or empty.
  ///
  /// @param threads how many of either
  /// @param each how many messages a producer sends
  /// @return millions of messages per second
  static double throughput(QueueType type, int threads, int each) throws Exception {
    try (MessageQueue queue = type.open(CAPACITY)) {
      List<Thread> all = new ArrayList<>();
      long beginNs = System.nanoTime();
      for (int i = 0; i < threads; i++) {
        all.add(Thread.ofPlatform().start(() -> offer(queue, each)));
        all.add(Thread.ofPlatform().start(() -> poll(queue, each)));
      }
      for (Thread thread : all) {
        thread.join();
      }
      return (double) threads * each * 1e3 / (System.nanoTime() - beginNs);
    }
  }

  private static void offer(MessageQueue queue, int count) {
    for (int i = 0; i < count; i++) {
      while (!queue.offer(i & (MessageQueue.MESSAGES - 1))) {
        Idle.YIELD.once();
      }
    }
  }

  private static void poll(MessageQueue queue, int count) {
    for (int i = 0; i < count; i++) {
      while (queue.poll() == MessageQueue.NOTHING) {
        Idle.YIELD.once();
      }
    }
  }

  /// A burst around a chain.
  ///
  /// @return the median, in ns
  static double burstNs(QueueType type, int burst, int chain, int operations) throws Exception {
    int cpus = Runtime.getRuntime().availableProcessors();
    RunPlan plan =
        RunPlan.builder()
            .threads(1)
            .operations(operations)
            .mix(Mix.parse("RING=1"))
            .property("queue.type", type.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .property("queue.burst", Integer.toString(burst))
            .property("queue.chain", Integer.toString(chain))
            .property("queue.idle", chain <= cpus ? "spin" : "yield")
            .build();
    RunSummary summary = LoadGenerator.of(new QueueProvider()).run(plan).summary();
    return summary.all().service().percentile(50).value();
  }
}
