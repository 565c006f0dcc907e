package dev.loadgen.benchmarks.jmh;

import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.time.SpareCpus;
import dev.loadgen.engine.time.SystemClock;
import dev.loadgen.engine.time.TimerSlack;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// How late a wait ends, on average: `lateNs` ÷ `waits`.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class WaitBenchmark {
  /// What the waits of an iteration came to.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Lateness {
    /// Sum of latenesses, ns.
    public long lateNs;

    /// Number of waits.
    public long waits;
  }

  /// The mode.
  @Param({"sleep", "hybrid", "spin"})
  public String mode;

  /// Time between deadlines.
  @Param({"100", "1000"})
  public long periodUs;

  private final Clock clock = new SystemClock();
  private Pacer pacer;
  private long deadlineNs;

  /// A pacer that has yet to learn.
  @Setup(Level.Trial)
  public void begin() {
    TimerSlack.minimise();
    SpareCpus spare = new SpareCpus(Runtime.getRuntime().availableProcessors());
    pacer =
        switch (mode) {
          case "sleep" -> Pacer.sleeping(clock);
          case "spin" -> Pacer.spinning(clock, spare);
          default -> Pacer.hybrid(clock, spare, 0.2);
        };
    deadlineNs = clock.nanoTime();
  }

  /// One wait.
  @Benchmark
  public void await(Lateness lateness) {
    deadlineNs = Math.max(deadlineNs + periodUs * 1000, clock.nanoTime());
    lateness.lateNs += pacer.await(deadlineNs, deadline -> false) - deadlineNs;
    lateness.waits++;
  }
}
