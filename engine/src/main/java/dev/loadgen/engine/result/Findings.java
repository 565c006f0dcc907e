package dev.loadgen.engine.result;

import dev.loadgen.driver.Counter;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.CounterSummary;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.OperationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the figures of a run mean, in sentences that a person understands.
public final class Findings {
  private static final double VISIBLE_SHARE = 0.05;
  private static final double USUAL_LAG_NS = 50_000; // what timers cost: no CPU would mend it
  private static final double SAME_SHARE = 0.02;
  private static final double VISIBLE_BACKLOG = 0.01; // of what the window has
  private static final double LARGE_BACKLOG = 0.1;

  private Findings() {}

  /// The findings.
  ///
  /// @param warmup the ledger of the warm-up; null without one
  /// @param all all operations together
  /// @param backlogs the backlog when each quarter of the window was over
  public static List<String> of(
      RunPlan plan,
      Ledger ledger,
      Ledger warmup,
      OperationSummary all,
      List<CounterSummary> counters,
      List<Long> backlogs) {
    List<String> findings = new ArrayList<>();
    if (all.response() == null) {
      findings.add(
          "There was no target, hence no schedule: nothing is corrected, and the time that users"
              + " would have waited is not in these numbers. Give a --target to measure it.");
    } else if (all.succeeded() > 0) {
      decomposition(all, ledger.censored() == 0, findings);
    }
    if (ledger.censored() > 0 && all.response() != null) {
      findings.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d operations had not completed at the end (%,d in flight, %,d never sent):"
                  + " they count with the time they had waited by then, so figures marked ≥ are"
                  + " lower bounds.",
              ledger.censored(),
              ledger.scheduled(),
              ledger.inFlight(),
              ledger.neverSent()));
    }
    if (grewThroughout(plan, backlogs)) {
      findings.add(
          String.format(
              Locale.ROOT,
              "WARNING: the backlog grew through the whole window, to %,d operations at its end: the"
                  + " system cannot sustain this rate with %s, and the response times tell how long the"
                  + " run was, not how good the system is.%s",
              backlogs.getLast(),
              plan.threads() == 1 ? "1 thread" : plan.threads() + " threads",
              concurrency(plan, all)));
    }
    long completed = ledger.succeeded() + ledger.failed();
    if (warmup != null) {
      completed += warmup.succeeded() + warmup.failed(); // counters are of the whole run
    }
    oversleep(completed, counters, findings);
    return findings;
  }

  /// Threads that wait for each answer send no more than their number by the service time (Little's
  /// law): if that is below the target, it is they that are too few.
  private static String concurrency(RunPlan plan, OperationSummary all) {
    double serviceNs = all.service().mean().value();
    double most = plan.threads() * 1e9 / serviceNs;
    if (!(most < plan.target().orElseThrow().perSecond())) {
      return "";
    }
    return " At a mean service time of "
        + Units.time(serviceNs)
        + " they send at most "
        + Units.rate(most)
        + ": with more --threads you see whether the system can do more.";
  }

  /// Whether the backlog was larger after each quarter than after the one before, and in the end
  /// worth a visible part of the window: a pause of the system just then is no trend. Where fewer
  /// quarters are known, that part must be large.
  private static boolean grewThroughout(RunPlan plan, List<Long> backlogs) {
    if (backlogs.isEmpty() || plan.target().isEmpty()) {
      return false;
    }
    long before = 0;
    for (long backlog : backlogs) {
      if (backlog <= before) {
        return false;
      }
      before = backlog;
    }
    double scheduled = plan.target().get().perSecond() * plan.duration().get().toNanos() / 1e9;
    double visible = backlogs.size() == 4 ? VISIBLE_BACKLOG : LARGE_BACKLOG;
    return backlogs.getLast() > visible * scheduled;
  }

  private static void decomposition(OperationSummary all, boolean complete, List<String> findings) {
    double service = all.service().mean().value();
    double waiting = all.waiting().mean().value();
    double lag = all.lag().mean().value();
    double response = service + waiting + lag;
    String split =
        String.format(
            Locale.ROOT,
            "Of the mean response time of completed operations (%s), %s was service, %s was waiting"
                + " behind earlier operations of a slow system, and %s was lag of the generator.",
            Units.time(response),
            share(service, response),
            share(waiting, response),
            share(lag, response));
    if (complete && waiting + lag < SAME_SHARE * response) {
      findings.add(split + " Response and service times agree: nothing piled up.");
    } else {
      findings.add(split);
    }
    if (lag > VISIBLE_SHARE * response && lag > USUAL_LAG_NS) {
      findings.add(
          String.format(
              Locale.ROOT,
              "WARNING: the generator is a bottleneck: its lag is %s of the mean response time"
                  + " (mean %s, p99 %s). Give it more CPU or a lower rate before you blame the"
                  + " system.",
              share(lag, response),
              Units.time(lag),
              Units.time(all.lag().percentile(99).value())));
    }
  }

  private static void oversleep(
      long completed, List<CounterSummary> counters, List<String> findings) {
    long meant = -1;
    long actual = -1;
    for (CounterSummary counter : counters) {
      if (counter.name().equals(Counter.SLEEP_MEANT)) {
        meant = counter.value();
      } else if (counter.name().equals(Counter.SLEEP_ACTUAL)) {
        actual = counter.value();
      }
    }
    if (meant > 0 && actual >= 0 && completed > 0) {
      double each = (double) (actual - meant) / completed;
      findings.add(
          String.format(
              Locale.ROOT,
              "The simulated system overslept by %s per operation on average (%s of what it meant"
                  + " to sleep): that part of the service time is this machine's.",
              Units.time(each),
              share((double) (actual - meant), (double) meant)));
    }
  }

  private static String share(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f%%", whole == 0 ? 0 : 100 * part / whole);
  }
}
