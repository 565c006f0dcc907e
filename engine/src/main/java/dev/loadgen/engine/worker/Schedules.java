package dev.loadgen.engine.worker;

import dev.loadgen.driver.Draws;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RateProfile;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.replay.RecordingReader;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.schedule.Bursts;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.IndependentSchedule;
import dev.loadgen.engine.schedule.PerThreadSchedule;
import dev.loadgen.engine.schedule.ProfileTimetable;
import dev.loadgen.engine.schedule.RandomArrivals;
import dev.loadgen.engine.schedule.RandomArrivals.Distance;
import dev.loadgen.engine.schedule.SequencedSchedule;
import dev.loadgen.engine.schedule.SharedSchedule;
import dev.loadgen.engine.schedule.Timetable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;

/// The schedules of plans, and how long a plan makes its window.
final class Schedules {
  // Of more the last comes within 0.03% of when it is expected.
  private static final long MOST_DRAWN = 10_000_000;

  private static final MathContext DIGITS = new MathContext(60);

  private Schedules() {}

  /// A schedule at a constant rate.
  ///
  /// @param limit numbers run from 0 to here, exclusive
  static ArrivalSchedule of(
      ScheduleMode mode, Timetable timetable, int workers, long limit, long seed) {
    return switch (mode) {
      case SHARED -> new SharedSchedule(timetable, limit);
      case PER_THREAD -> new PerThreadSchedule(timetable, workers, limit, seed);
    };
  }

  /// The schedule of a plan; of a number of operations, as many as the window is to have.
  ///
  /// @return null without one
  static ArrivalSchedule of(RunPlan plan) {
    if (!plan.isScheduled()) {
      return null;
    }
    if (plan.operations().isEmpty()) {
      return of(plan, Long.MAX_VALUE);
    }
    long first;
    try (ArrivalSchedule endless = of(plan, Long.MAX_VALUE)) {
      first = endless.countBefore(plan.warmup().toNanos());
    }
    long left = Long.MAX_VALUE - first;
    return of(plan, first + Math.min(left, plan.operations().get()));
  }

  private static ArrivalSchedule of(RunPlan plan, long limit) {
    if (plan.replay().isPresent()) {
      Replay replay = plan.replay().get();
      return new SequencedSchedule(() -> new RecordingReader(replay), limit);
    }
    Timetable timetable = timetable(plan);
    Arrivals arrivals = plan.arrivals();
    return switch (arrivals.kind()) {
      case CONSTANT -> of(plan.schedule(), timetable, plan.threads(), limit, plan.seed());
      case BURST -> {
        Timetable bursts = new Bursts(timetable, arrivals.burst());
        yield of(plan.schedule(), bursts, plan.threads(), limit, plan.seed());
      }
      case POISSON -> random(plan, timetable, Distance.EXPONENTIAL, limit);
      case UNIFORM -> random(plan, timetable, Distance.UNIFORM, limit);
    };
  }

  private static ArrivalSchedule random(
      RunPlan plan, Timetable timetable, Distance distance, long limit) {
    long seed = Draws.derive(plan.seed(), "arrivals");
    if (plan.schedule() == ScheduleMode.SHARED) {
      return new SequencedSchedule(() -> new RandomArrivals(timetable, distance, 1, seed), limit);
    }
    int workers = plan.threads();
    return new IndependentSchedule(
        worker ->
            new RandomArrivals(timetable, distance, workers, Draws.derive(seed, "worker" + worker)),
        workers,
        limit);
  }

  /// When the operations of a plan's rate are due. A profile begins with the window: the warm-up
  /// has its first rate.
  private static Timetable timetable(RunPlan plan) {
    RateProfile profile = plan.target().orElseThrow();
    if (profile.isConstant()) {
      Rate rate = profile.firstRate();
      return new ConstantRate(rate.operations(), rate.perNs());
    }
    ProfileTimetable.Builder timetable = new ProfileTimetable.Builder();
    if (!plan.warmup().isZero()) {
      Rate first = profile.firstRate();
      timetable.steady(first.operations(), first.perNs(), plan.warmup().toNanos());
    }
    for (RateProfile.Piece piece : profile.pieces()) {
      long lengthNs = piece.lengthNs().orElse(Timetable.NEVER_NS);
      switch (piece) {
        case RateProfile.Steady steady ->
            timetable.steady(steady.rate().operations(), steady.rate().perNs(), lengthNs);
        case RateProfile.Ramp ramp ->
            timetable.ramp(exact(ramp.from()), exact(ramp.to()), ramp.overNs());
        case RateProfile.Sine sine ->
            timetable.sine(exact(sine.mean()), perNs(sine.amplitude()), sine.periodNs(), lengthNs);
      }
    }
    if (profile.length().isPresent()) {
      profile
          .lastRate()
          .ifPresent(rate -> timetable.steady(rate.operations(), rate.perNs(), Timetable.NEVER_NS));
    }
    return timetable.build();
  }

  private static BigDecimal exact(Rate rate) {
    return BigDecimal.valueOf(rate.operations()).divide(BigDecimal.valueOf(rate.perNs()), DIGITS);
  }

  private static double perNs(Rate rate) {
    return (double) rate.operations() / rate.perNs();
  }

  /// How long the window is by its plan: until its duration is over, or the time in which its
  /// operations fall due; of a run without either, far more than a run can take. Recordings, and
  /// arrivals at random unless they are very many, are gone through for it.
  static long plannedNs(RunPlan plan) {
    long byTime = plan.duration().map(Duration::toNanos).orElse(Timetable.NEVER_NS);
    if (plan.operations().isEmpty() || !plan.isScheduled()) {
      return byTime;
    }
    long operations = plan.operations().get();
    boolean drawn = plan.arrivals().isRandom() && operations <= MOST_DRAWN;
    long byCount =
        plan.replay().isPresent() || drawn ? fallDueNs(plan) : timeForNs(plan, operations);
    return Math.min(byTime, byCount);
  }

  /// From the window's start until the operation after the last is due, as with a constant rate; of
  /// a recording, which may have any gap there, until the last is.
  private static long fallDueNs(RunPlan plan) {
    long lastNs = lastDueNs(plan);
    long nextNs =
        plan.replay().isPresent()
            ? plan.warmup().toNanos() + RunPlan.LEAST_WINDOW_NS
            : lastDueNs(plan.withOperations(plan.operations().orElseThrow() + 1));
    return Math.max(1, Math.max(lastNs + 1, nextNs) - plan.warmup().toNanos());
  }

  private static long lastDueNs(RunPlan plan) {
    long lastNs = 0;
    try (ArrivalSchedule schedule = of(plan)) {
      boolean shared = plan.schedule() == ScheduleMode.SHARED;
      for (int worker = 0; worker < (shared ? 1 : plan.threads()); worker++) {
        ArrivalStream arrivals = schedule.stream(worker);
        while (arrivals.advance()) {
          lastNs = Math.max(lastNs, arrivals.intendedNs());
        }
      }
    }
    return lastNs;
  }

  private static long timeForNs(RunPlan plan, long operations) {
    RateProfile profile = plan.target().orElseThrow();
    if (profile.isConstant()) {
      return profile.firstRate().timeForNs(operations);
    }
    Timetable timetable = timetable(plan);
    long warmupNs = plan.warmup().toNanos();
    long before = timetable.countBefore(warmupNs, 0);
    return timetable.offsetNs(before + Math.min(operations, Timetable.NEVER_NS), 0) - warmupNs;
  }
}
