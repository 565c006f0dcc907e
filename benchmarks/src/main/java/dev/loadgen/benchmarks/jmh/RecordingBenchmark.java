package dev.loadgen.benchmarks.jmh;

import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.recording.WorkerRecorder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What it costs to record an operation, beside the two stamps that no generator can do without.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RecordingBenchmark {
  private final WorkerRecorder scheduled = recorder(true);
  private final WorkerRecorder unscheduled = recorder(false);
  private long latencyNs;

  private static WorkerRecorder recorder(boolean withIntendedTimes) {
    return new WorkerRecorder(
        new Recordings(new RecordingLayout(2, 65, withIntendedTimes, false, 60_000_000_000L)));
  }

  private long nextLatencyNs() {
    latencyNs = (latencyNs * 0x5DEECE66DL + 11) & 0xFFFFF;
    return latencyNs;
  }

  /// The floor: two readings of the clock.
  @Benchmark
  public long twoStamps() {
    long sentNs = System.nanoTime();
    long completedNs = System.nanoTime();
    return completedNs - sentNs;
  }

  /// Service time alone, as without a target.
  @Benchmark
  public void service() {
    long token = unscheduled.enter();
    try {
      unscheduled.active().window(0).succeededUnscheduled(0, nextLatencyNs());
    } finally {
      unscheduled.exit(token);
    }
  }

  /// Service and response time with their parts, as with a target.
  @Benchmark
  public void serviceAndResponse() {
    long ns = nextLatencyNs();
    long token = scheduled.enter();
    try {
      scheduled.active().window(0).succeeded(0, ns, ns + 200, 150, 50);
    } finally {
      scheduled.exit(token);
    }
  }
}
