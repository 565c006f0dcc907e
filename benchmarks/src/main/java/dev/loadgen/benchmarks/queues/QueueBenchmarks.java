package dev.loadgen.benchmarks.queues;

import dev.loadgen.ipc.queue.QueueType;
import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingKind;
import dev.loadgen.ipc.ring.RingMemory;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Runs the cases and prints medians, ranges and ratios.
public final class QueueBenchmarks {
  @FunctionalInterface
  private interface Case {
    void run() throws Exception;
  }

  private static final int CAPACITY = 1 << 16;

  private final PrintStream out = System.out;
  private final Path c;
  private final long messages;
  private final int runs;

  private QueueBenchmarks(Path c, long messages, int runs) {
    this.c = c;
    this.messages = messages;
    this.runs = runs;
  }

  /// Runs them.
  ///
  /// @param arguments the compiled `ring_bench.c`, millions of messages of a run, runs, and part of
  ///   the names of the cases to run, empty for all
  public static void main(String[] arguments) throws Exception {
    QueueBenchmarks benchmarks =
        new QueueBenchmarks(
            Path.of(arguments[0]),
            Long.parseLong(arguments[1]) * 1_000_000,
            Integer.parseInt(arguments[2]));
    benchmarks.run(arguments[3]);
  }

  private void run(String part) throws Exception {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("c-batch", () -> rates(0.9, TwoProcesses.compare(c, "batch", 4 * messages, runs)));
    cases.put("c-one", () -> rates(0.9, TwoProcesses.compare(c, "one", messages, runs)));
    cases.put("jctools-one", this::jcToolsEach);
    cases.put("jctools-batch", this::jcToolsBatches);
    cases.put("aeron", this::aeron);
    cases.put("echo", this::echo);
    cases.put("mpmc", this::throughputOfMany);
    cases.put("burst", this::bursts);
    out.printf(
        Locale.ROOT,
        "%d runs of each; %d CPUs, Java %s%n",
        runs,
        Runtime.getRuntime().availableProcessors(),
        Runtime.version());
    for (Map.Entry<String, Case> one : cases.entrySet()) {
      if (one.getKey().contains(part)) {
        out.printf("%n%s%n", one.getKey());
        one.getValue().run();
      }
    }
  }

  private static RingMemory memory(int messageBytes) {
    return RingMemory.offHeap(new RingGeometry(RingKind.FIXED, messageBytes, CAPACITY, 1));
  }

  private void jcToolsEach() throws Exception {
    try (RingMemory memory = memory(4)) {
      rates(
          1.0,
          Throughput.compare(Rings.Each.of(memory), JcTools.Each.of(CAPACITY), messages, runs));
    }
  }

  private void jcToolsBatches() throws Exception {
    try (RingMemory memory = memory(4)) {
      rates(
          1.5,
          Throughput.compare(
              Rings.Batches.of(memory), new JcTools.Batches(CAPACITY), messages, runs));
    }
  }

  private void aeron() throws Exception {
    try (RingMemory memory = memory(32);
        AeronIpc aeron = new AeronIpc()) {
      rates(2.0, Throughput.compare(Rings.Claimed.of(memory), aeron, messages / 4, runs));
    }
  }

  private void echo() throws Exception {
    Samples[] p50 = {new Samples("echo over rings"), new Samples("two volatile fields")};
    Samples[] p999 = {new Samples("echo over rings"), new Samples("two volatile fields")};
    int count = (int) Math.min(1_000_000, messages / 100);
    try (RingMemory memory = RingMemory.offHeap(new RingGeometry(RingKind.STAMPED, 4, 1024, 2))) {
      for (int i = -2; i < runs; i++) {
        RoundTrip.Percentiles ours = RoundTrip.overRings(memory, count);
        RoundTrip.Percentiles theirs = RoundTrip.overVolatileFields(count);
        if (i >= 0) {
          p50[0].add(ours.p50Ns());
          p50[1].add(theirs.p50Ns());
          p999[0].add(ours.p999Ns());
          p999[1].add(theirs.p999Ns());
        }
      }
    }
    print("ns p50", "at most 1.5", p50);
    print("ns p99.9", "reported", p999);
  }

  private void throughputOfMany() throws Exception {
    for (int threads = 1; threads <= 2; threads++) {
      Samples[] samples = {new Samples("JCTools MPMC"), new Samples("ConcurrentLinkedQueue")};
      int each = (int) (messages / 20 / threads);
      for (int i = -2; i < runs; i++) {
        double ours = SharedQueues.throughput(QueueType.JCTOOLS_MPMC, threads, each);
        double theirs = SharedQueues.throughput(QueueType.CLQ, threads, each);
        if (i >= 0) {
          samples[0].add(ours);
          samples[1].add(theirs);
        }
      }
      out.printf(
          "  %dP%dC; published, JMH: %s%n",
          threads, threads, threads == 1 ? "68.4 and 7.9" : "9.2 and 4.7");
      print("M/s", "reported", samples);
    }
  }

  private void bursts() throws Exception {
    String[] published = {"422 and 488", "1,718 and 2,230", "5,144 and 15,755", "8,714 and 24,886"};
    int[][] shapes = {{1, 2}, {10, 2}, {100, 2}, {100, 8}};
    for (int i = 0; i < shapes.length; i++) {
      Samples[] samples = {new Samples("JCTools MPMC"), new Samples("ConcurrentLinkedQueue")};
      int burst = shapes[i][0];
      int chain = shapes[i][1];
      int operations = (int) Math.max(2_000, messages / 1000 / burst / (chain > 2 ? 20 : 1));
      for (int run = 0; run < runs; run++) {
        samples[0].add(SharedQueues.burstNs(QueueType.JCTOOLS_MPMC, burst, chain, operations));
        samples[1].add(SharedQueues.burstNs(QueueType.CLQ, burst, chain, operations));
      }
      out.printf("  burst %d, chain %d; published: %s%n", burst, chain, published[i]);
      print("ns p50", "reported", samples);
    }
  }

  private void rates(double goal, Samples[] samples) {
    print("M/s", "at least " + goal, samples);
  }

  private void print(String unit, String goal, Samples[] samples) {
    for (Samples one : samples) {
      out.printf(
          Locale.ROOT,
          "  %-45s %,10.1f %s  (%,.1f to %,.1f)%n",
          one.name(),
          one.median(),
          unit,
          one.least(),
          one.most());
    }
    out.printf(
        Locale.ROOT,
        "  %-45s %10.2f  (goal: %s)%n",
        "ratio",
        samples[0].median() / samples[1].median(),
        goal);
  }
}
