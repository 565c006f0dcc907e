package dev.loadgen.engine.worker;

import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.PerThreadSchedule;
import dev.loadgen.engine.schedule.SharedSchedule;

/// Which schedule a mode of a plan stands for.
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
}
