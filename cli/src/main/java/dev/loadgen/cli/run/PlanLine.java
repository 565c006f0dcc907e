package dev.loadgen.cli.run;

import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.Units;
import java.util.Locale;

/// A plan in one line, as it is shown before a run and above its result.
final class PlanLine {
  private PlanLine() {}

  static String of(RunPlan plan) {
    String rate =
        plan.target()
            .map(target -> Units.rate(target.perSecond()) + " by " + schedule(plan))
            .orElse("as fast as it goes, with no schedule: nothing is corrected");
    String threads = plan.threads() == 1 ? "1 thread" : plan.threads() + " threads";
    String warmup =
        plan.warmup().isZero() ? "" : ", after " + Quantities.format(plan.warmup()) + " of warm-up";
    return rate
        + ", "
        + threads
        + plan.loading()
            .map(done -> ", loading records" + (done == 0 ? "" : " after " + Units.count(done)))
            .orElse("")
        + plan.duration().map(d -> ", for " + Quantities.format(d)).orElse("")
        + plan.operations().map(n -> ", for " + Units.count(n) + " operations").orElse("")
        + warmup;
  }

  private static String schedule(RunPlan plan) {
    return plan.schedule().name().toLowerCase(Locale.ROOT).replace('_', '-') + " schedule";
  }
}
