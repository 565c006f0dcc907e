package dev.loadgen.engine.result;

import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Objective.Latency;
import dev.loadgen.engine.plan.Objective.Percentile;
import dev.loadgen.engine.plan.Objective.Series;
import dev.loadgen.engine.plan.Objective.Share;
import dev.loadgen.histograms.summary.Bound;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.ObjectiveSummary;
import dev.loadgen.histograms.summary.ObjectiveSummary.Verdict;
import dev.loadgen.histograms.summary.OperationSummary;
import java.util.ArrayList;
import java.util.List;

/// Judges objectives. An operation that never completed may have taken for ever, and may have
/// failed: an objective holds only if it does whatever became of those. So one of a latency is
/// judged on U, in which they are at infinity, also where the series has nothing of them: nobody
/// knows their service time.
public final class Verdicts {
  private Verdicts() {}

  /// The verdicts, in the order of the objectives.
  ///
  /// @param all all operations together
  /// @param kinds each kind
  /// @param windowNs the window's length
  public static List<ObjectiveSummary> of(
      List<Objective> objectives,
      OperationSummary all,
      List<OperationSummary> kinds,
      long windowNs) {
    List<ObjectiveSummary> verdicts = new ArrayList<>();
    for (Objective objective : objectives) {
      OperationSummary operation =
          kinds.stream()
              .filter(kind -> objective.operation().filter(kind.name()::equals).isPresent())
              .findFirst()
              .orElse(all);
      verdicts.add(of(objective, operation, windowNs));
    }
    return verdicts;
  }

  /// The verdict on one.
  ///
  /// @param operation those whose figure it is
  static ObjectiveSummary of(Objective objective, OperationSummary operation, long windowNs) {
    return switch (objective.metric()) {
      case Latency latency -> latency(objective, latency, operation);
      case Share share -> share(objective, share, operation, windowNs);
    };
  }

  /// The series of an operation; null if there is none.
  static Figures figures(Series series, OperationSummary operation) {
    return switch (series) {
      case RESPONSE -> operation.response();
      case SERVICE -> operation.service();
      case WAIT -> operation.waiting();
      case LAG -> operation.lag();
    };
  }

  /// A figure of a series, as far as it is known.
  static Bound figure(Latency latency, OperationSummary operation) {
    Figures figures = figures(latency.series(), operation);
    return switch (latency.statistic()) {
      case Percentile percentile -> figures.percentile(percentile.percentage());
      case Objective.Moment.MEAN -> figures.mean();
      case Objective.Moment.MAX -> figures.max();
    };
  }

  private static ObjectiveSummary latency(
      Objective objective, Latency latency, OperationSummary operation) {
    Figures figures = figures(latency.series(), operation);
    long unknown = operation.censored() - figures.censoredCount(); // those the series lacks
    double least = figure(latency, operation).value();
    double most =
        latency.statistic() instanceof Percentile percentile
            ? figures.percentileAtMost(percentile.percentage(), unknown)
            : operation.censored() > 0 ? Double.POSITIVE_INFINITY : least;
    long count = figures.count() + unknown;
    String reason = "";
    Verdict verdict = Verdict.HELD;
    if (count == 0) {
      verdict = Verdict.UNDECIDED;
      reason = "no operation succeeded";
    } else if (!objective.comparison().holds(most, objective.limit())) {
      verdict = Verdict.MISSED;
      if (!(least >= objective.limit())) {
        reason = Units.count(operation.censored()) + " operations never completed";
      }
    } else if (count < objective.leastOperations()) {
      verdict = Verdict.UNDECIDED;
      reason =
          String.format(
              "of %s operations there is no %s, that takes %s",
              Units.count(count), latency.statistic(), Units.count(objective.leastOperations()));
    }
    return new ObjectiveSummary(
        objective.toString(),
        verdict,
        ObjectiveSummary.NS,
        objective.limit(),
        least,
        Double.isNaN(least) ? Double.POSITIVE_INFINITY : Math.max(least, most),
        reason);
  }

  private static ObjectiveSummary share(
      Objective objective, Share share, OperationSummary operation, long windowNs) {
    double due = operation.succeeded() + operation.failed() + operation.censored();
    double least;
    double most;
    if (share == Share.ERRORS) {
      least = operation.failed() / due;
      most = (operation.failed() + operation.censored()) / due;
    } else {
      // The rate is a quotient of a count and the window's length: of the two, the count is meant.
      least = Math.rint(operation.achievedPerSecond() * windowNs / 1e9) / due;
      most = least;
    }
    if (due == 0) {
      return new ObjectiveSummary(
          objective.toString(),
          Verdict.UNDECIDED,
          ObjectiveSummary.RATIO,
          objective.limit(),
          Double.NaN,
          1,
          "no operation was due");
    }
    double judged = objective.comparison().isCeiling() ? most : least;
    boolean held = objective.comparison().holds(judged, objective.limit());
    boolean unsure = !held && objective.comparison().holds(least, objective.limit());
    return new ObjectiveSummary(
        objective.toString(),
        held ? Verdict.HELD : Verdict.MISSED,
        ObjectiveSummary.RATIO,
        objective.limit(),
        least,
        most,
        unsure ? Units.count(operation.censored()) + " operations never completed" : "");
  }

  /// A verdict in words: `MISSED, 35.1 ms`.
  public static String text(ObjectiveSummary verdict) {
    String word = verdict.held() ? "held" : verdict.verdict().name();
    String reason = verdict.reason().isEmpty() ? "" : "; " + verdict.reason();
    return word + ", " + value(verdict) + reason;
  }

  private static String value(ObjectiveSummary verdict) {
    boolean time = verdict.unit().equals(ObjectiveSummary.NS);
    if (Double.isNaN(verdict.atLeast())) {
      return "-";
    }
    String least = time ? Units.time(verdict.atLeast()) : Units.percent(verdict.atLeast());
    if (Double.isInfinite(verdict.atMost())) {
      return "≥" + least;
    }
    String most = time ? Units.time(verdict.atMost()) : Units.percent(verdict.atMost());
    return least.equals(most) ? least : least + " to " + most;
  }
}
