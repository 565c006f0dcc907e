package dev.loadgen.benchmarks.jmh;

import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.PerThreadSchedule;
import dev.loadgen.engine.schedule.SharedSchedule;
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

/// What the next intended time costs.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ScheduleBenchmark {
  private static final ConstantRate EVEN =
      new ConstantRate(1, 100_000); // 10,000/s, as plans reduce it
  private static final ConstantRate ODD = new ConstantRate(1_000_003, 60_000_000_007L);

  private final ArrivalStream perThread =
      new PerThreadSchedule(EVEN, 25, Long.MAX_VALUE, 1).stream(3);
  private final ArrivalStream shared = new SharedSchedule(EVEN, Long.MAX_VALUE).stream(0);
  private final ArrivalStream oddRate = new SharedSchedule(ODD, Long.MAX_VALUE).stream(0);

  private static long next(ArrivalStream stream) {
    stream.advance();
    return stream.intendedNs();
  }

  /// Of 25 threads, one.
  @Benchmark
  public long perThread() {
    return next(perThread);
  }

  /// One schedule for all.
  @Benchmark
  public long shared() {
    return next(shared);
  }

  /// A rate whose products soon leave 63 bits.
  @Benchmark
  public long oddRate() {
    return next(oddRate);
  }
}
