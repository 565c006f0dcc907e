package dev.loadgen.engine.find;

import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Objective.Share;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.Units;
import java.time.Duration;
import java.util.Optional;

/// How the highest rate is searched for at which the objectives of a run hold.
///
/// @param run what each probe runs, but for rate, seed and output; a rate at which many operations
///   fail holds nothing, so it also has an objective of errors, [#DEFAULT_ERRORS] unless it brings
///   one
/// @param range between which rates
/// @param precision how far the rate that holds and the next that misses may lie apart at the end:
///   0.02 is 2%
/// @param repeats how many runs are made at the rate that is reported
/// @param budget how long it may take; empty for as long as it takes
public record SearchPlan(
    RunPlan run, RateRange range, double precision, int repeats, Optional<Duration> budget) {
  /// The objective of errors of who names none.
  public static final Objective DEFAULT_ERRORS = Objective.parse("errors < 1%");

  /// How near the end is unless something else is asked for.
  public static final double DEFAULT_PRECISION = 0.02;

  /// How many runs the rate that is reported gets unless something else is asked for.
  public static final int DEFAULT_REPEATS = 3;

  private static final int POINTS = 20; // of the backlog, in each window
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(10);

  /// @throws PlanException if a value is out of range or nothing could be found
  public SearchPlan {
    if (run.objectives().isEmpty()) {
      throw new PlanException("find needs an objective: --slo 'response.p99 < 20ms'");
    }
    if (run.replay().isPresent()) {
      throw new PlanException(
          "--replay " + run.replay().get().file() + ": a recording has a rate of its own");
    }
    if (!(precision >= 0.001 && precision <= 0.5)) {
      throw new PlanException("--precision " + Units.percent(precision) + ": expected 0.1% to 50%");
    }
    if (repeats < 1 || repeats > 100) {
      throw new PlanException("--repeats " + repeats + ": expected 1 to 100");
    }
    if (budget.isPresent() && budget.get().compareTo(Duration.ofSeconds(1)) < 0) {
      throw new PlanException(
          "--budget " + Quantities.format(budget.get()) + ": expected 1s or more");
    }
    run = prepared(run, range);
    requireEnough(run, range);
  }

  /// Each window is cut finely enough to tell whether its backlog grows.
  private static RunPlan prepared(RunPlan run, RateRange range) {
    RunPlan.Builder builder = run.toBuilder().target(range.low()).output(null);
    long byTimeNs = run.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    long byCountNs = run.operations().map(range.high()::timeForNs).orElse(Long.MAX_VALUE);
    long partNs = Math.min(byTimeNs, byCountNs) / POINTS; // of the shortest window
    long mostNs = Math.max(SHORTEST_INTERVAL.toNanos(), partNs);
    builder.interval(Duration.ofNanos(Math.min(run.interval().toNanos(), mostNs)));
    boolean errors =
        run.objectives().stream()
            .anyMatch(
                objective -> objective.metric() == Share.ERRORS && objective.operation().isEmpty());
    if (!errors) {
      builder.objective(DEFAULT_ERRORS);
    }
    return builder.build();
  }

  /// At the lowest rate already, there must be enough operations to tell the percentiles.
  private static void requireEnough(RunPlan run, RateRange range) {
    double byTime =
        run.duration()
            .map(length -> range.low().perSecond() * length.toNanos() / 1e9)
            .orElse(Double.MAX_VALUE);
    double count = Math.min(byTime, run.operations().map(Long::doubleValue).orElse(byTime));
    for (Objective objective : run.objectives()) {
      if (objective.operation().isEmpty() && count < objective.leastOperations()) {
        throw new PlanException(
            String.format(
                "--slo '%s': takes %d operations to tell, and at %s a window has %d: give it a"
                    + " longer --duration or a higher rate to begin with",
                objective, objective.leastOperations(), range.low(), (long) count));
      }
    }
  }

  /// How long a probe takes that is not held up: warm-up and window.
  public Duration probeLength() {
    return run.warmup().plus(run.duration().orElse(Duration.ZERO));
  }
}
