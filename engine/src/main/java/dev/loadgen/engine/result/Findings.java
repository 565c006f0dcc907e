package dev.loadgen.engine.result;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.Outcome;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.CounterSummary;
import dev.loadgen.histograms.summary.HeldBack;
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
  private static final int QUARTERS = 4; // each with one more: fewer are no backlog
  private static final double FEW_FAILURES = 0.01;
  private static final double MANY_MISSING = 0.1;
  private static final String MORE_CPU =
      "Give it more CPU or a lower rate before you blame the system.";

  /// What the findings are drawn from.
  ///
  /// @param windowNs how long the window was
  /// @param offeredPerSecond the rate of the schedule; 0 without one
  /// @param ledger the window's
  /// @param warmup the warm-up's; null without one
  /// @param all all operations together
  /// @param kinds each kind
  /// @param counters what the driver counted
  /// @param backlogs the backlog when each quarter of the window was over, with what was in flight
  ///   if the model is open; the last is that of its end
  /// @param hung how many operations were in flight at the end, and had been for long
  /// @param behindHung how many operations were never sent because of that
  /// @param heldBack what had to wait at the bound of the open model
  public record Books(
      long windowNs,
      double offeredPerSecond,
      Ledger ledger,
      Ledger warmup,
      OperationSummary all,
      List<OperationSummary> kinds,
      List<CounterSummary> counters,
      List<Long> backlogs,
      int hung,
      long behindHung,
      HeldBack heldBack) {}

  private final RunPlan plan;
  private final Books books;
  private final Ledger ledger;
  private final OperationSummary all;
  private final List<String> findings = new ArrayList<>();
  private boolean tooSlow; // the generator, for this rate: it has been said

  private Findings(RunPlan plan, Books books) {
    this.plan = plan;
    this.books = books;
    this.ledger = books.ledger();
    this.all = books.all();
  }

  /// The findings, the gravest ones first.
  public static List<String> of(RunPlan plan, Books books) {
    Findings findings = new Findings(plan, books);
    findings.backlog();
    findings.inFlight();
    findings.heldBack();
    findings.failures();
    findings.latencies();
    findings.oversleep();
    return findings.findings;
  }

  @SuppressWarnings("AnnotateFormatMethod") // an annotation of Error Prone would be a dependency
  private void say(String format, Object... arguments) {
    findings.add(String.format(Locale.ROOT, format, arguments));
  }

  private void latencies() {
    if (all.response() == null && plan.loading().isEmpty()) {
      say(
          "There was no target, hence no schedule: nothing is corrected, and the time that users"
              + " would have waited is not in these numbers. Give a --target to measure it.");
    } else if (all.response() != null && all.succeeded() > 0) {
      decomposition();
    }
    if (ledger.censored() > 0 && all.response() != null) {
      say(
          "%,d of %,d operations had not completed at the end (%,d in flight, %,d never sent):"
              + " they count in the response time with the time they had waited by then, so figures"
              + " marked ≥ are lower bounds; rows marked * have only what completed.",
          ledger.censored(), ledger.scheduled(), ledger.inFlight(), ledger.neverSent());
    }
  }

  /// A run in which some operations succeeded is a good run, however many failed: so it must be
  /// said.
  private void failures() {
    long completed = ledger.succeeded() + ledger.failed();
    if (ledger.failed() > 0 && ledger.succeeded() > 0) {
      boolean many = ledger.failed() > FEW_FAILURES * completed;
      say(
          "%s%,d of %,d completed operations failed (%s): their latencies are in rows of their own,"
              + " not in service and response time.",
          many ? "WARNING: " : "",
          ledger.failed(),
          completed,
          share((double) ledger.failed(), (double) completed));
    }
    for (OperationSummary kind : books.kinds()) {
      if (kind.succeeded() == 0 && kind.failed() > 0 && ledger.succeeded() > 0) {
        say("WARNING: no %s succeeded.", kind.name());
      }
      long missing = kind.outcomes().getOrDefault(Outcome.NOT_FOUND.name(), 0L);
      long answered = kind.succeeded() + kind.failed();
      if (missing > MANY_MISSING * answered) {
        say(
            "WARNING: %s of the %s operations found no record: has the system been loaded with those"
                + " that the workload asks for (recordcount)?",
            share((double) missing, (double) answered), kind.name());
      } else if (plan.verify() && missing > 0) {
        say(
            "WARNING: %,d of the %s operations found no record, and had nothing to check: if all of"
                + " them have been loaded, the system has lost some.",
            missing, kind.name());
      }
    }
  }

  /// Whether it is operations without an answer that kept most of the others from being sent.
  private boolean hangs() {
    return books.hung() > 0 && 2 * books.behindHung() > ledger.neverSent();
  }

  private void inFlight() {
    if (plan.open().isPresent()) {
      say("At most %,d operations were in flight at once.", books.heldBack().mostInFlight());
    }
  }

  private void heldBack() {
    if (plan.open().isEmpty() || books.heldBack().count() == 0) {
      return;
    }
    OpenModel open = plan.open().get();
    boolean bySessions = open.slots() < open.maxInFlight();
    say(
        "WARNING: %,d operations (%s) were due while %,d were in flight, which is as many as may be"
            + " (%s), and waited up to %s for one of those to end. While they did, the model was not"
            + " open: with a higher bound you see what users who do not know of one another would"
            + " see.",
        books.heldBack().count(),
        share((double) books.heldBack().count(), (double) ledger.scheduled()),
        open.slots(),
        bySessions ? "--sessions" : "--max-in-flight",
        Units.time((double) books.heldBack().mostNs()));
  }

  private void piledUp() {
    double leastNs = all.succeeded() > 0 ? all.service().percentile(0).value() : 0;
    if (QUARTERS * leastNs > books.windowNs()) {
      say(
          "The window was too short to tell whether the system keeps up with this rate: its fastest"
              + " answer took %s. Give it a window, and a --warmup, of several times that.",
          Units.time(leastNs));
      return;
    }
    boolean generator = generatorLags() && all.lag().mean().value() > all.service().mean().value();
    tooSlow |= generator;
    say(
        "WARNING: what was due and had no answer grew through the whole window, to %,d operations at"
            + " its end: the %s cannot %s this rate, and the response times tell how long the run"
            + " was, not how good the system is.%s",
        books.backlogs().getLast(),
        generator ? "generator" : "system",
        generator ? "send at" : "sustain",
        generator ? " " + MORE_CPU : "");
  }

  /// Whether operations were late because of the generator rather than of the system. What never
  /// completed has no lag that is known: so lag must be visible beside what that has waited.
  private boolean generatorLags() {
    return all.succeeded() > 0
        && all.lag().mean().value() > all.waiting().mean().value()
        && all.lag().mean().value() > VISIBLE_SHARE * all.response().mean().value();
  }

  private void backlog() {
    if (!grewThroughout()) {
      return;
    }
    if (plan.open().isPresent()) {
      piledUp();
      return;
    }
    String threads = plan.threads() == 1 ? "1 thread" : plan.threads() + " threads";
    if (hangs()) {
      say(
          "WARNING: the backlog grew through the whole window, to %,d operations at its end: %,d of %s"
              + " had been waiting for a single answer for a tenth of the window or longer, and the"
              + " response times tell how long the run was, not how good the system is.",
          books.backlogs().getLast(), books.hung(), threads);
      return;
    }
    if (generatorLags()) {
      tooSlow = true;
      say(
          "WARNING: the backlog grew through the whole window, to %,d operations at its end: the"
              + " generator cannot send at this rate with %s, and the response times tell how long"
              + " the run was, not how good the system is. %s",
          books.backlogs().getLast(), threads, MORE_CPU);
      return;
    }
    say(
        "WARNING: the backlog grew through the whole window, to %,d operations at its end: the"
            + " system cannot sustain this rate with %s, and the response times tell how long the"
            + " run was, not how good the system is.%s",
        books.backlogs().getLast(), threads, concurrency());
  }

  /// Threads that wait for each answer send no more than their number by the service time (Little's
  /// law): if that is below the target, it is they that are too few.
  private String concurrency() {
    if (all.succeeded() == 0) {
      return "";
    }
    double serviceNs = meanServiceNs();
    double most = plan.threads() * 1e9 / serviceNs;
    if (!(most < books.offeredPerSecond())) {
      return "";
    }
    return " At a mean service time of "
        + Units.time(serviceNs)
        + " they send at most "
        + Units.rate(most)
        + ": with more --threads you see whether the system can do more.";
  }

  /// Of all that completed: what fails takes a thread, too.
  private double meanServiceNs() {
    double sum = all.succeeded() * all.service().mean().value();
    if (all.failedService() != null) {
      sum += all.failed() * all.failedService().mean().value();
    }
    return sum / (all.succeeded() + all.failed());
  }

  /// Whether the backlog was larger after each quarter than after the one before, and in the end
  /// worth a visible part of the window: a pause of the system just then is no trend. Where fewer
  /// quarters are known, that part must be large.
  private boolean grewThroughout() {
    if (books.backlogs().isEmpty()) {
      return false;
    }
    long before = 0;
    for (long backlog : books.backlogs()) {
      if (backlog <= before) {
        return false;
      }
      before = backlog;
    }
    double visible = books.backlogs().size() == QUARTERS ? VISIBLE_BACKLOG : LARGE_BACKLOG;
    return before >= QUARTERS && before > visible * ledger.scheduled();
  }

  private void decomposition() {
    double service = all.service().mean().value();
    double waiting = all.waiting().mean().value();
    double lag = all.lag().mean().value();
    double response = service + waiting + lag;
    say(
        "Of the mean response time of completed operations (%s), %s was service, %s was waiting"
            + " behind earlier operations of a slow system, and %s was lag of the generator.%s",
        Units.time(response),
        share(service, response),
        share(waiting, response),
        share(lag, response),
        // Of the open model that says nothing: its operations hardly wait for one another here.
        ledger.censored() == 0 && waiting + lag < SAME_SHARE * response && plan.open().isEmpty()
            ? " Response and service times agree: nothing piled up."
            : "");
    // What is censored waited longer than this: lag must be visible beside that, too.
    double least = Math.max(response, all.response().mean().value());
    if (!tooSlow && lag > VISIBLE_SHARE * least && lag > USUAL_LAG_NS) {
      say(
          "WARNING: the generator is a bottleneck: its lag is %s of the mean response time (mean %s,"
              + " p99 %s). %s If it was only slow to begin, give it a --warmup; if timers are late, a"
              + " larger --spin-budget.",
          share(lag, least),
          Units.time(lag),
          Units.time(all.lag().percentile(99).value()),
          MORE_CPU);
    }
  }

  private void oversleep() {
    long completed = ledger.succeeded() + ledger.failed();
    if (books.warmup() != null) {
      completed += books.warmup().succeeded() + books.warmup().failed(); // counters know no window
    }
    long meant = -1;
    long actual = -1;
    for (CounterSummary counter : books.counters()) {
      if (counter.name().equals(Counter.SLEEP_MEANT)) {
        meant = counter.value();
      } else if (counter.name().equals(Counter.SLEEP_ACTUAL)) {
        actual = counter.value();
      }
    }
    if (meant > 0 && actual >= 0 && completed > 0) {
      say(
          "The simulated system overslept by %s per operation on average (%s of what it meant to"
              + " sleep): that part of the service time is this machine's.",
          Units.time((double) (actual - meant) / completed),
          share((double) (actual - meant), (double) meant));
    }
  }

  private static String share(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f%%", whole == 0 ? 0 : 100 * part / whole);
  }
}
