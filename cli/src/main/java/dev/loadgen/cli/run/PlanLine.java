package dev.loadgen.cli.run;

import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.RateProfile;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.Units;
import java.util.Locale;

/// A plan in one line, as it is shown before a run and above its result.
final class PlanLine {
  private PlanLine() {}

  static String of(RunPlan plan) {
    String threads = plan.threads() == 1 ? "1 thread" : plan.threads() + " threads";
    String warmup =
        plan.warmup().isZero() ? "" : ", after " + Quantities.format(plan.warmup()) + " of warm-up";
    return rate(plan)
        + ", "
        + plan.open().map(PlanLine::open).orElse(threads)
        + plan.loading()
            .map(done -> ", loading records" + (done == 0 ? "" : " after " + Units.count(done)))
            .orElse("")
        + plan.duration().map(d -> ", for " + Quantities.format(d)).orElse("")
        + plan.operations().map(n -> ", for " + Units.count(n) + " operations").orElse("")
        + warmup;
  }

  private static String rate(RunPlan plan) {
    if (plan.replay().isPresent()) {
      double speed = plan.replay().get().speed();
      return "replay of "
          + plan.replay().get().file()
          + (speed == 1 ? "" : String.format(Locale.ROOT, " at %sx", Units.plain(speed)));
    }
    if (plan.target().isEmpty()) {
      return "as fast as it goes, with no schedule: nothing is corrected";
    }
    RateProfile target = plan.target().get();
    String rate = target.isConstant() ? Units.rate(target.perSecondAt(0)) : target.toString();
    String arrivals = plan.arrivals().equals(Arrivals.CONSTANT) ? "" : " " + plan.arrivals();
    return rate + arrivals + (plan.open().isPresent() ? "" : " by " + schedule(plan));
  }

  private static String open(OpenModel open) {
    return "open model with up to "
        + Units.count(open.maxInFlight())
        + " in flight"
        + (open.dispatchers() == 1 ? "" : " from " + open.dispatchers() + " dispatchers");
  }

  private static String schedule(RunPlan plan) {
    return plan.schedule().name().toLowerCase(Locale.ROOT).replace('_', '-') + " schedule";
  }
}
