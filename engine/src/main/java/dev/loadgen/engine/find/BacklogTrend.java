package dev.loadgen.engine.find;

import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.IntervalReport.Phase;
import dev.loadgen.histograms.summary.OperationSummary;
import java.util.ArrayList;
import java.util.List;

/// How what is outstanding (due, and not completed) grows through a window. By the thread of the
/// run.
final class BacklogTrend implements RunListener {
  private static final int PARTS = 4;
  private static final double VISIBLE_SHARE = 0.01; // of what the window has

  private final RunListener next;
  private final List<Double> outstanding = new ArrayList<>(); // at the end of each interval
  private long firstNs;
  private long lastNs;

  /// @param next hears the same
  BacklogTrend(RunListener next) {
    this.next = next;
  }

  @Override
  public void starting() {
    next.starting();
  }

  @Override
  public void interval(IntervalReport report) {
    if (report.phase() == Phase.WINDOW) {
      if (outstanding.isEmpty()) {
        firstNs = report.endNs();
      }
      lastNs = report.endNs();
      outstanding.add((double) report.backlog() + report.inFlight());
    }
    next.interval(report);
  }

  @Override
  public void notice(String sentence) {
    next.notice(sentence);
  }

  @Override
  public void problem(String sentence) {
    next.problem(sentence);
  }

  /// How fast it grew, operations per second, from the first quarter of the window to the last; NaN
  /// if there are too few intervals to tell.
  double perSecond() {
    if (outstanding.size() < PARTS) {
      return Double.NaN;
    }
    double apartNs = (lastNs - firstNs) * (PARTS - 1.0) / PARTS;
    return (mean(PARTS - 1) - mean(0)) * 1e9 / apartNs;
  }

  /// Whether each quarter had more than the one before, and the last so much more than the first
  /// that it is no chance: a visible part of what was due, and more than what is being served.
  ///
  /// @param scheduled how many operations the window had
  /// @param offeredPerSecond at which rate
  boolean grows(long scheduled, double offeredPerSecond, OperationSummary all) {
    if (outstanding.size() < PARTS) {
      return false;
    }
    for (int part = 1; part < PARTS; part++) {
      if (mean(part) <= mean(part - 1)) {
        return false;
      }
    }
    double served =
        all.succeeded() == 0 ? 0 : offeredPerSecond * all.service().mean().value() / 1e9;
    double growth = mean(PARTS - 1) - mean(0);
    return growth > VISIBLE_SHARE * scheduled && growth > PARTS + 2 * served;
  }

  private double mean(int part) {
    int from = part * outstanding.size() / PARTS;
    int to = (part + 1) * outstanding.size() / PARTS;
    return outstanding.subList(from, to).stream().mapToDouble(n -> n).average().orElseThrow();
  }
}
