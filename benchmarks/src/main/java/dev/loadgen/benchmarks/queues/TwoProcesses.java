package dev.loadgen.benchmarks.queues;

import dev.loadgen.ipc.ring.FixedConsumer;
import dev.loadgen.ipc.ring.FixedProducer;
import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingKind;
import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.UnusedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// 4-byte messages between two processes on two CPUs: two JVMs, and `ring_bench.c`. Both count from
/// the message on at which they are warm, as the consumer sees it.
public final class TwoProcesses {
  private static final int CAPACITY = 1 << 16;

  /// So that loops are compiled as a whole before the call that counts.
  private static final int WARMUP_CALLS = 20;

  private TwoProcesses() {}

  /// Is one of the two JVMs.
  ///
  /// @param arguments `produce` or `consume`, the file, `one` or `batch`, messages to warm up, and
  ///   messages
  public static void main(String[] arguments) throws Exception {
    boolean batch = arguments[2].equals("batch");
    long warmup = Long.parseLong(arguments[3]);
    long count = Long.parseLong(arguments[4]);
    try (RingMemory memory = RingMemory.attach(Path.of(arguments[1]))) {
      if (arguments[0].equals("produce")) {
        FixedProducer producer = memory.fixedProducer(0);
        for (int i = 0; i < WARMUP_CALLS; i++) {
          produce(producer, batch, i * (warmup / WARMUP_CALLS), warmup / WARMUP_CALLS);
        }
        produce(producer, batch, warmup / WARMUP_CALLS * WARMUP_CALLS, count);
        return;
      }
      FixedConsumer consumer = memory.fixedConsumer(0);
      long sum = 0;
      for (int i = 0; i < WARMUP_CALLS; i++) {
        sum += consume(consumer, batch, warmup / WARMUP_CALLS);
      }
      long beginNs = System.nanoTime();
      sum += consume(consumer, batch, count);
      System.out.println(count * 1e3 / (System.nanoTime() - beginNs));
      if (sum != expected(warmup / WARMUP_CALLS * WARMUP_CALLS + count)) {
        throw new IllegalStateException("messages were lost: the sum is " + sum);
      }
    }
  }

  private static void produce(FixedProducer producer, boolean batch, long first, long count) {
    if (batch) {
      Rings.produceBatches(producer, first, count);
    } else {
      Rings.produceEach(producer, first, count);
    }
  }

  private static long consume(FixedConsumer consumer, boolean batch, long count) {
    return batch ? Rings.consumeBatches(consumer, count) : Rings.consumeEach(consumer, count);
  }

  private static long expected(long count) {
    long sum = 0;
    for (long n = 0; n < count; n++) {
      sum += (int) n;
    }
    return sum;
  }

  /// Runs both in turn.
  ///
  /// @param c the compiled `ring_bench.c`
  /// @return millions of messages per second, of each
  static Samples[] compare(Path c, String mode, long count, int runs)
      throws IOException, InterruptedException {
    Samples[] samples = {
      new Samples("our ring, two JVMs, " + mode), new Samples("the ring in C, " + mode)
    };
    for (int i = 0; i < runs; i++) {
      samples[0].add(java(mode, count));
      samples[1].add(
          number(
              start(
                  List.of(
                      c.toString(),
                      unused().toString(),
                      mode,
                      Integer.toString(CAPACITY),
                      Long.toString(count),
                      Long.toString(count)))));
    }
    return samples;
  }

  private static double java(String mode, long count) throws IOException, InterruptedException {
    Path file = unused();
    RingMemory.create(file, new RingGeometry(RingKind.FIXED, 4, CAPACITY, 1)).close();
    try {
      Process consumer = start(jvm(0, "consume", file, mode, count));
      Process producer = start(jvm(1, "produce", file, mode, count));
      double rate = number(consumer);
      producer.waitFor();
      return rate;
    } finally {
      Files.delete(file);
    }
  }

  private static Path unused() {
    return UnusedFile.path();
  }

  private static List<String> jvm(int cpu, String role, Path file, String mode, long count) {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of("/usr/bin/taskset"))) {
      command.addAll(List.of("taskset", "-c", Integer.toString(cpu)));
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            TwoProcesses.class.getName(),
            role,
            file.toString(),
            mode,
            Long.toString(count),
            Long.toString(count)));
    return command;
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static double number(Process process) throws IOException, InterruptedException {
    String line = process.inputReader().readLine();
    if (process.waitFor() != 0 || line == null) {
      throw new IOException("a process failed: " + process.info());
    }
    return Double.parseDouble(line);
  }
}
