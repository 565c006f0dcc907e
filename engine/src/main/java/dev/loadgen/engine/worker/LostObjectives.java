package dev.loadgen.engine.worker;

import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Objective.Latency;
import dev.loadgen.engine.plan.Objective.Moment;
import dev.loadgen.engine.plan.Objective.Percentile;
import dev.loadgen.engine.plan.Objective.Series;
import dev.loadgen.engine.plan.Objective.Share;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.Units;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.ExactSum;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.recording.Recordings;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/// Tells while a run goes on that an objective can no longer be met, whatever comes: were all that
/// is to come instant and good, too much would still lie beyond the limit. Of one kind of operation
/// nobody counts beforehand how many there will be: all that is to come might be of it. What is
/// achieved can be caught up with until the end.
///
/// What has no answer, and has been waiting for longer than the limit, lies beyond it as well, in
/// objectives of response and service time, but for those of a mean ([Overdue] counts it). It may
/// still fail, and then has no latency: as often as an objective of errors allows; where there is
/// none, that is not waited for. An objective that is lost only because of such operations is
/// [#unanswered]: the run ends without a drain, so they stay censored, and the verdict is sure.
///
/// Used by the conductor's thread.
final class LostObjectives {
  private final List<Objective> objectives;
  private final List<String> kinds;
  private final long scheduled;
  private final Map<Objective, Overdue> overdue = new LinkedHashMap<>(); // the longest limit first
  private long dueNow;
  private String sentence;
  private boolean unanswered;

  private LostObjectives(List<Objective> objectives, List<String> kinds, long scheduled) {
    this.objectives = objectives;
    this.kinds = kinds;
    this.scheduled = scheduled;
    objectives.stream()
        .sorted(Comparator.comparingDouble(Objective::limit).reversed())
        .forEach(objective -> overdue.put(objective, new Overdue(objective)));
  }

  /// Those of a plan; none, if it is not to end early. Random arrivals are gone through once.
  static LostObjectives of(RunPlan plan, Workload workload) {
    if (!plan.abortOnMiss()) {
      return new LostObjectives(List.of(), List.of(), 0);
    }
    List<String> kinds = workload.kinds().stream().map(OperationKind::name).toList();
    return new LostObjectives(plan.objectives(), kinds, scheduled(plan));
  }

  /// How many operations the window is to have.
  private static long scheduled(RunPlan plan) {
    if (plan.duration().isEmpty()) {
      return plan.operations().orElseThrow();
    }
    try (ArrivalSchedule schedule = Schedules.of(plan)) { // one of its own: counting ahead costs
      long windowNs = plan.warmup().toNanos();
      long before = schedule.countBefore(windowNs);
      return schedule.countBefore(windowNs + plan.duration().get().toNanos()) - before;
    }
  }

  /// An interval has ended; before anything is asked of the schedule that is due later.
  ///
  /// @param due how many operations of the window are due before an instant
  void due(long nowNs, LongUnaryOperator due) {
    if (!overdue.isEmpty()) {
      overdue.values().forEach(each -> each.due(nowNs, due));
      dueNow = due.applyAsLong(nowNs);
    }
  }

  /// Whether an objective is lost; after [#due].
  ///
  /// @param total all that has been recorded so far
  boolean in(Recordings total, long nowNs) {
    if (sentence == null) {
      overdue.values().forEach(each -> each.cut(nowNs, dueNow, total, kinds));
      objectives.stream()
          .map(objective -> loss(objective, total))
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(loss -> sentence = loss);
    }
    return sentence != null;
  }

  /// Whether it is lost because of operations without an answer.
  boolean unanswered() {
    return unanswered;
  }

  /// What there is to say of it.
  ///
  /// @param windowNs how long the window was
  Optional<String> finding(long windowNs) {
    return Optional.ofNullable(sentence)
        .map(text -> "ENDED EARLY, after " + Units.time((double) windowNs) + ": " + text);
  }

  /// What has been recorded of an objective's operations.
  private final class Books {
    final Histogram latencies = new Histogram(3);
    final ExactSum sum = new ExactSum();
    long failed;
    long most = scheduled; // how many there may be in the end

    Books(Objective objective, Recordings total) {
      for (int i = 0; i < total.kinds(); i++) {
        KindRecordings kind = total.window(i);
        if (objective.operation().isPresent()
            && !objective.operation().get().equals(kinds.get(i))) {
          most -= kind.succeededCount() + kind.failedCount();
          continue;
        }
        failed += kind.failedCount();
        if (objective.metric() instanceof Latency latency) {
          latencies.add(histogram(latency.series(), kind));
          sum.addAll(sum(latency.series(), kind));
        }
      }
    }
  }

  private Optional<String> loss(Objective objective, Recordings total) {
    Books books = new Books(objective, total);
    return switch (objective.metric()) {
      case Latency latency -> latencyLoss(objective, latency, books);
      case Share.ERRORS -> {
        boolean lost =
            books.failed > 0
                && !objective
                    .comparison()
                    .holds((double) books.failed / books.most, objective.limit());
        yield lost
            ? Optional.of(
                said(objective, Units.count(books.failed) + " operations have failed", books.most))
            : Optional.empty();
      }
      case Share.ACHIEVED -> Optional.empty();
    };
  }

  private Optional<String> latencyLoss(Objective objective, Latency latency, Books books) {
    long most = books.most - books.failed;
    if (most <= 0) {
      return Optional.empty();
    }
    if (latency.statistic() == Moment.MEAN) {
      return objective.comparison().holds(books.sum.mean(most), objective.limit())
          ? Optional.empty()
          : Optional.of(said(objective, "what completed took too long already", most));
    }
    long beyond = beyond(objective, books.latencies);
    if (beyond > allowed(latency, most)) {
      return Optional.of(lost(objective, latency, beyond, "", most));
    }
    long waiting = overdue.get(objective).count();
    long failing = Math.min(waiting, failuresLeft(objective, books));
    if (beyond + waiting - failing > allowed(latency, most - failing)) {
      unanswered = true;
      String also =
          ", among them " + Units.count(waiting) + " that have been waiting for longer than that";
      return Optional.of(lost(objective, latency, beyond + waiting, also, most));
    }
    return Optional.empty();
  }

  /// How many of so many operations may lie beyond the limit.
  private static long allowed(Latency latency, long operations) {
    return latency.statistic() instanceof Percentile percentile && operations > 0
        ? operations - rank(percentile.percentage(), operations)
        : 0;
  }

  private static String lost(
      Objective objective, Latency latency, long beyond, String also, long most) {
    return said(
        objective,
        Units.count(beyond)
            + (beyond == 1 ? " operation" : " operations")
            + " did not keep to the limit"
            + also
            + ", and "
            + Units.count(allowed(latency, most))
            + " may",
        most);
  }

  /// How many more operations may fail before an objective of errors is lost; 0 without one.
  private long failuresLeft(Objective objective, Books books) {
    return objectives.stream()
        .filter(other -> other.metric() == Share.ERRORS)
        .filter(
            other -> other.operation().isEmpty() || other.operation().equals(objective.operation()))
        .mapToLong(errors -> Math.max(0, failuresAllowed(errors, books.most) - books.failed))
        .min()
        .orElse(0);
  }

  private static long failuresAllowed(Objective errors, long operations) {
    long most = (long) Math.ceil(errors.limit() * operations);
    while (most > 0 && !errors.comparison().holds((double) most / operations, errors.limit())) {
      most--;
    }
    return most;
  }

  private static String said(Objective objective, String reason, long most) {
    return objective
        + " can no longer be met: "
        + reason
        + " of the "
        + Units.count(most)
        + " that there could have been.";
  }

  /// The rank of a percentile, as [dev.loadgen.histograms.summary.Figures] has it.
  private static long rank(double percentage, long operations) {
    return Math.max(1, (long) Math.ceil(Math.nextDown(percentage) * operations / 100.0));
  }

  private static long beyond(Objective objective, Histogram latencies) {
    long beyond = 0;
    for (HistogramIterationValue step : latencies.recordedValues()) {
      long shownNs = latencies.highestEquivalentValue(step.getValueIteratedTo());
      if (!objective.comparison().holds((double) shownNs, objective.limit())) {
        beyond += step.getCountAtValueIteratedTo();
      }
    }
    return beyond;
  }

  private static Histogram histogram(Series series, KindRecordings kind) {
    return switch (series) {
      case RESPONSE -> kind.response();
      case SERVICE -> kind.service();
      case WAIT -> kind.waiting();
      case LAG -> kind.lag();
    };
  }

  private static ExactSum sum(Series series, KindRecordings kind) {
    return switch (series) {
      case RESPONSE -> kind.responseSum();
      case SERVICE -> kind.serviceSum();
      case WAIT -> kind.waitSum();
      case LAG -> kind.lagSum();
    };
  }
}
