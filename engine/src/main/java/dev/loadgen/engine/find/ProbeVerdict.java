package dev.loadgen.engine.find;

import dev.loadgen.engine.find.Probe.Verdict;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Objective.Latency;
import dev.loadgen.engine.plan.Objective.Moment;
import dev.loadgen.engine.plan.Objective.Percentile;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.Units;
import dev.loadgen.engine.result.Verdicts;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.ObjectiveSummary;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Judges the run of a probe: its rate holds if all objectives do, the rate was reached, and the
/// backlog did not grow through the whole window. If it does not, and that is the generator's own
/// doing, nothing is said of the system.
///
/// It is the generator's doing if it sent late, by more than was waited for the system, while
/// service time and waiting alone would have kept to the limit. It is also if its whole process
/// stood still: what falls into a driver's call looks like the system's slowness then, but an idle
/// thread is as late. So if that thread's figure (a hiccup) is at least half of the objective's,
/// and without it the limit would have been kept, the generator is to blame. Smaller ones are not:
/// every process has some, and a queue near its limit misses by little.
record ProbeVerdict(Verdict verdict, String reason) {
  private static final double EDGE_SHARE = 0.01; // of the window, may be unfinished at its end
  private static final double EDGE_SERVED = 3; // times what is being served on average
  private static final double VISIBLE_SHARE = 0.05;
  private static final double USUAL_LAG_NS = 50_000; // what timers cost
  private static final double STALL_SHARE = 0.5; // of a figure, is the generator's own

  static ProbeVerdict of(RunPlan plan, RunSummary summary, boolean backlogGrows) {
    Optional<ProbeVerdict> miss =
        objective(plan, summary, ObjectiveSummary.Verdict.MISSED)
            .or(() -> objective(plan, summary, ObjectiveSummary.Verdict.UNDECIDED));
    if (miss.isPresent()) {
      return miss.get();
    }
    OperationSummary all = summary.all();
    if (backlogGrows) {
      return missed(
          plan,
          summary,
          late(lagsOnAverage(all), all),
          "the backlog grew through the whole window");
    }
    double unfinished = summary.ledger().scheduled() - completedInTime(summary);
    double served = summary.offeredPerSecond() * all.service().mean().value() / 1e9;
    double allowed = 1 + EDGE_SHARE * summary.ledger().scheduled() + EDGE_SERVED * served;
    if (unfinished > allowed) {
      return missed(
          plan,
          summary,
          late(lagsOnAverage(all), all),
          "only " + Units.rate(all.achievedPerSecond()) + " were achieved");
    }
    return new ProbeVerdict(Verdict.HELD, "");
  }

  /// The first objective with a verdict, and what that says of the rate.
  private static Optional<ProbeVerdict> objective(
      RunPlan plan, RunSummary summary, ObjectiveSummary.Verdict verdict) {
    List<ObjectiveSummary> verdicts = summary.objectives();
    for (int i = 0; i < verdicts.size(); i++) {
      if (verdicts.get(i).verdict() == verdict) {
        Objective objective = plan.objectives().get(i);
        String reason = objective + ": " + Verdicts.text(verdicts.get(i));
        return Optional.of(
            missed(plan, summary, blame(objective, verdicts.get(i), summary), reason));
      }
    }
    return Optional.empty();
  }

  private static double completedInTime(RunSummary summary) {
    return summary.all().achievedPerSecond() * summary.windowNs() / 1e9;
  }

  /// @param blame what the generator did; empty if it is not to blame
  private static ProbeVerdict missed(
      RunPlan plan, RunSummary summary, Optional<String> blame, String reason) {
    return blame
        .map(said -> new ProbeVerdict(Verdict.GENERATOR, reason + "; " + said))
        .orElseGet(() -> new ProbeVerdict(Verdict.MISSED, reason + concurrency(plan, summary)));
  }

  private static Optional<String> late(boolean lags, OperationSummary all) {
    return lags
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "the generator was late by %s on average, %s at p99",
                Units.time(all.lag().mean().value()),
                Units.time(all.lag().percentile(99).value())))
        : Optional.empty();
  }

  /// Threads that wait for each answer send no more than their number by the service time.
  private static String concurrency(RunPlan plan, RunSummary summary) {
    if (plan.open().isPresent() || summary.all().succeeded() == 0) {
      return "";
    }
    double serviceNs = summary.all().service().mean().value();
    double most = plan.threads() * 1e9 / serviceNs;
    if (most >= summary.offeredPerSecond()) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "; %s at a mean service time of %s send at most %s",
        plan.threads() == 1 ? "1 thread" : plan.threads() + " threads",
        Units.time(serviceNs),
        Units.rate(most));
  }

  /// What the generator did to keep an objective from holding; empty if it is not to blame.
  private static Optional<String> blame(
      Objective objective, ObjectiveSummary judged, RunSummary summary) {
    OperationSummary all = summary.all();
    if (!(objective.metric() instanceof Latency latency)) {
      return late(objective.metric() == Objective.Share.ACHIEVED && lagsOnAverage(all), all);
    }
    OperationSummary operation =
        summary.operations().stream()
            .filter(kind -> objective.operation().filter(kind.name()::equals).isPresent())
            .findFirst()
            .orElse(all);
    if (judged.verdict() != ObjectiveSummary.Verdict.MISSED || operation.succeeded() == 0) {
      return Optional.empty(); // there were too few to tell
    }
    return switch (latency.series()) {
      case LAG -> late(true, operation);
      case RESPONSE ->
          late(lags(objective, latency, operation), operation)
              .or(() -> stood(objective, latency, judged, summary.hiccup()));
      case SERVICE, WAIT -> stood(objective, latency, judged, summary.hiccup());
    };
  }

  private static boolean lags(Objective objective, Latency latency, OperationSummary all) {
    double lag = figure(latency, all.lag());
    double waiting = figure(latency, all.waiting());
    return lag > waiting
        && lag > USUAL_LAG_NS
        && lag > VISIBLE_SHARE * figure(latency, all.response())
        && objective.comparison().holds(waiting, objective.limit())
        && objective.comparison().holds(figure(latency, all.service()), objective.limit());
  }

  /// Whether the generator's process stood still for so long that this decided.
  private static Optional<String> stood(
      Objective objective, Latency latency, ObjectiveSummary judged, Figures hiccup) {
    if (hiccup == null || hiccup.count() == 0) {
      return Optional.empty();
    }
    double late = figure(latency, hiccup);
    boolean decided =
        late > USUAL_LAG_NS
            && late >= STALL_SHARE * judged.atLeast()
            && objective.comparison().holds(judged.atLeast() - late, objective.limit());
    return decided
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "the generator itself stood still: an idle thread of it woke %s late (%s)",
                Units.time(late),
                latency.statistic()))
        : Optional.empty();
  }

  private static double figure(Latency latency, Figures figures) {
    return switch (latency.statistic()) {
      case Percentile percentile -> figures.percentile(percentile.percentage()).value();
      case Moment.MEAN -> figures.mean().value();
      case Moment.MAX -> figures.max().value();
    };
  }

  /// What never completed waited for the system or was never sent: lag must be visible beside that.
  private static boolean lagsOnAverage(OperationSummary all) {
    return all.succeeded() > 0
        && all.lag().mean().value() > all.waiting().mean().value()
        && all.lag().mean().value() > VISIBLE_SHARE * all.response().mean().value()
        && all.lag().mean().value() > USUAL_LAG_NS;
  }
}
