package dev.loadgen.engine.worker;

import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.PerThreadSchedule;
import dev.loadgen.engine.schedule.SharedSchedule;
import java.time.Duration;

/// The schedules of plans, and how long a plan makes its window.
final class Schedules {
  private Schedules() {}

  /// A schedule at a constant rate.
  ///
  /// @param limit numbers run from 0 to here, exclusive
  static ArrivalSchedule of(
      ScheduleMode mode, ConstantRate rate, int workers, long limit, long seed) {
    return switch (mode) {
      case SHARED -> new SharedSchedule(rate, limit);
      case PER_THREAD -> new PerThreadSchedule(rate, workers, limit, seed);
    };
  }

  /// The schedule of a plan; of a number of operations, as many as the window is to have.
  ///
  /// @return null without a target
  static ArrivalSchedule of(RunPlan plan) {
    if (plan.target().isEmpty()) {
      return null;
    }
    ConstantRate rate =
        new ConstantRate(plan.target().get().operations(), plan.target().get().perNs());
    ArrivalSchedule endless = of(plan, rate, Long.MAX_VALUE);
    if (plan.operations().isEmpty()) {
      return endless;
    }
    long first = endless.countBefore(plan.warmup().toNanos());
    long left = Long.MAX_VALUE - first;
    return of(plan, rate, first + Math.min(left, plan.operations().get()));
  }

  private static ArrivalSchedule of(RunPlan plan, ConstantRate rate, long limit) {
    return of(plan.schedule(), rate, plan.threads(), limit, plan.seed());
  }

  /// How long the window is by its plan: until its duration is over, or the time in which its
  /// operations fall due; of a run without either, far more than a run can take.
  static long plannedNs(RunPlan plan) {
    long byTime = plan.duration().map(Duration::toNanos).orElse(ConstantRate.NEVER_NS);
    long byCount =
        plan.target()
            .flatMap(rate -> plan.operations().map(n -> rate.timeForNs(n)))
            .orElse(ConstantRate.NEVER_NS);
    return Math.min(byTime, byCount);
  }
}
