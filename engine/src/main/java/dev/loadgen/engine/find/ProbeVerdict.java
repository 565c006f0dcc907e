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
/// backlog did not grow through the whole window. If it does not, and more was the generator's
/// lateness than waiting for the system, nothing is said of the system.
///
/// @param verdict the verdict
/// @param reason why it did not hold; empty if it did
record ProbeVerdict(Verdict verdict, String reason) {
  private static final double EDGE_SHARE = 0.01; // of the window, may be unfinished at its end
  private static final double EDGE_SERVED = 3; // times what is being served on average
  private static final double VISIBLE_SHARE = 0.05;
  private static final double USUAL_LAG_NS = 50_000; // what timers cost

  static ProbeVerdict of(RunPlan plan, RunSummary summary, boolean backlogGrows) {
    Optional<ProbeVerdict> miss =
        objective(plan, summary, ObjectiveSummary.Verdict.MISSED)
            .or(() -> objective(plan, summary, ObjectiveSummary.Verdict.UNDECIDED));
    if (miss.isPresent()) {
      return miss.get();
    }
    OperationSummary all = summary.all();
    if (backlogGrows) {
      return missed(plan, summary, lagsOnAverage(all), "the backlog grew through the whole window");
    }
    double unfinished = summary.ledger().scheduled() - completedInTime(summary);
    double served = summary.offeredPerSecond() * all.service().mean().value() / 1e9;
    double allowed = 1 + EDGE_SHARE * summary.ledger().scheduled() + EDGE_SERVED * served;
    if (unfinished > allowed) {
      return missed(
          plan,
          summary,
          lagsOnAverage(all),
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
        return Optional.of(missed(plan, summary, lags(objective, summary), reason));
      }
    }
    return Optional.empty();
  }

  private static double completedInTime(RunSummary summary) {
    return summary.all().achievedPerSecond() * summary.windowNs() / 1e9;
  }

  private static ProbeVerdict missed(
      RunPlan plan, RunSummary summary, boolean generator, String reason) {
    if (generator) {
      OperationSummary all = summary.all();
      return new ProbeVerdict(
          Verdict.GENERATOR,
          String.format(
              Locale.ROOT,
              "%s; the generator was late by %s on average, %s at p99",
              reason,
              Units.time(all.lag().mean().value()),
              Units.time(all.lag().percentile(99).value())));
    }
    return new ProbeVerdict(Verdict.MISSED, reason + concurrency(plan, summary));
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

  /// Whether it is the generator that kept an objective from holding.
  private static boolean lags(Objective objective, RunSummary summary) {
    OperationSummary all = summary.all();
    if (!(objective.metric() instanceof Latency latency)) {
      return objective.metric() == Objective.Share.ACHIEVED && lagsOnAverage(all);
    }
    return switch (latency.series()) {
      case SERVICE, WAIT -> false;
      case LAG -> true;
      case RESPONSE -> lags(latency, all);
    };
  }

  private static boolean lags(Latency latency, OperationSummary all) {
    if (all.succeeded() == 0) {
      return false;
    }
    double lag = figure(latency, all.lag());
    return lag > figure(latency, all.waiting())
        && lag > USUAL_LAG_NS
        && lag > VISIBLE_SHARE * figure(latency, all.response());
  }

  private static double figure(Latency latency, Figures figures) {
    return switch (latency.statistic()) {
      case Percentile percentile -> figures.percentile(percentile.percentage()).value();
      case Moment.MEAN -> figures.mean().value();
      case Moment.MAX -> figures.max().value();
    };
  }

  private static boolean lagsOnAverage(OperationSummary all) {
    return all.succeeded() > 0
        && all.lag().mean().value() > all.waiting().mean().value()
        && all.lag().mean().value() > USUAL_LAG_NS;
  }
}
