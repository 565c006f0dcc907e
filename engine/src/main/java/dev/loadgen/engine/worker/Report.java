package dev.loadgen.engine.worker;

import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.result.Environment;
import dev.loadgen.engine.result.Findings;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.result.Units;
import dev.loadgen.engine.result.Verdicts;
import dev.loadgen.engine.result.WatchFindings;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.ExactSum;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.summary.CounterSummary;
import dev.loadgen.histograms.summary.EventSummary;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.HeldBack;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.ObjectiveSummary;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// Makes the result of a closed run from its totals and the census.
final class Report {
  private final RunPlan plan;
  private final Map<String, Object> shownPlan;
  private final Workload workload;
  private final RunControl control;
  private final ArrivalSchedule schedule;
  private final RunContext context;
  private final ErrorTally errors;
  private final Intervals intervals;
  private final Census census;
  private final List<String> notices;
  private final HeldBack heldBack;
  private final Recordings total;
  private final List<OperationSummary> operations;
  private final OperationSummary all;
  private final List<ObjectiveSummary> verdicts;

  Report(
      RunPlan plan,
      Map<String, Object> shownPlan,
      Workload workload,
      RunControl control,
      ArrivalSchedule schedule,
      RunContext context,
      ErrorTally errors,
      Intervals intervals,
      Census census,
      HeldBack heldBack,
      List<String> notices) {
    this.plan = plan;
    this.shownPlan = shownPlan;
    this.workload = workload;
    this.control = control;
    this.schedule = schedule;
    this.context = context;
    this.errors = errors;
    this.intervals = intervals;
    this.census = census;
    this.heldBack = heldBack;
    this.notices = notices;
    this.total = intervals.total();
    this.operations = operations();
    this.all = all();
    this.verdicts = Verdicts.of(plan.objectives(), all, operations, windowNs());
  }

  /// Adds what the run itself has to complain of.
  void complain(List<String> problems) {
    if (!ledger().balances() || (!plan.warmup().isZero() && !warmupLedger().balances())) {
      problems.add("the ledger does not balance: this is a bug of loadgen, do not trust the run");
    }
    long anomalies = 0;
    for (int i = 0; i < total.kinds(); i++) {
      anomalies += total.window(i).anomalies();
    }
    if (anomalies > 0) {
      problems.add(anomalies + " latencies were negative and were recorded as 0");
    }
    if (control.strayCompletions() > 0) {
      problems.add(
          "the driver completed "
              + Units.count(control.strayCompletions())
              + " tickets that had ended already, or never were: each must be completed once");
    }
    if (control.flushFailures().count() > 0) {
      problems.add(
          "flush() failed "
              + Units.count(control.flushFailures().count())
              + " times, the first with "
              + Reason.of(control.flushFailures().first()));
    }
    if (control.fatal() != null) {
      problems.add("the run ended because of " + Reason.of(control.fatal()));
    } else if (control.stop() == RunControl.Stop.TOO_MANY_ERRORS) {
      problems.add("the run ended after more than " + plan.maxErrors() + " failures");
    }
    if (plan.verify()) {
      long wrong = 0;
      for (int i = 0; i < total.kinds(); i++) {
        wrong += outcomes(total.window(i)).getOrDefault("WRONG_VALUE", 0L);
      }
      if (wrong > 0) {
        problems.add(Units.count(wrong) + " reads gave other values than the workload writes");
      }
    }
    if (plan.loading().isPresent() && ledger().failed() > 0) {
      problems.add(Units.count(ledger().failed()) + " records could not be inserted");
    }
    long unanswered = ledger().inFlight() + ledger().neverSent();
    if (plan.loading().isPresent()
        && unanswered > 0
        && control.stop() != RunControl.Stop.REQUESTED) {
      problems.add(
          Units.count(unanswered) + " records were not inserted: the system did not answer");
    }
    if (ledger().succeeded() == 0 && control.stop() != RunControl.Stop.REQUESTED) {
      problems.add(
          ledger().scheduled() == 0
              ? "nothing was due in the window, so there is nothing to report"
              : "no operation succeeded");
    }
  }

  /// The last line of the window's log.
  String ledgerComment() {
    Ledger ledger = ledger();
    return String.format(
        Locale.ROOT,
        "[Ledger: scheduled %d = succeeded %d + failed %d + in flight %d + never sent %d]",
        ledger.scheduled(),
        ledger.succeeded(),
        ledger.failed(),
        ledger.inFlight(),
        ledger.neverSent());
  }

  /// Makes the summary.
  ///
  /// @param status how the run ended
  RunSummary summary(long windowEpochMs, long cutNs, RunStatus status, List<String> problems) {
    long elapsedNs = Math.max(0, cutNs - control.windowNs());
    long windowNs = windowNs();
    Ledger ledger = ledger();
    Ledger warmupLedger = plan.warmup().isZero() ? null : warmupLedger();
    List<CounterSummary> counters = context.counterSummaries();
    List<EventSummary> events = context.events().summaries();
    Figures hiccups = hiccups();
    List<String> findings = new ArrayList<>();
    if (status == RunStatus.INTERRUPTED) {
      findings.add(
          control.endedEarly()
              ? "INTERRUPTED: the window ended early, after " + Units.time((double) windowNs) + "."
              : "INTERRUPTED: the window was over; not all that was due in it was awaited.");
    }
    if (control.stop() == RunControl.Stop.OBJECTIVE_LOST) {
      intervals.lost().finding(windowNs).ifPresent(findings::add);
    }
    findings.addAll(
        Findings.of(
            plan,
            new Findings.Books(
                windowNs,
                windowNs == 0 ? 0 : ledger.scheduled() * 1e9 / windowNs,
                ledger,
                warmupLedger,
                all,
                operations,
                counters,
                intervals.backlogs(),
                census.hung(),
                census.behindHung(plan.schedule() == ScheduleMode.SHARED, plan.senders()),
                heldBack)));
    findings.addAll(workload.findings());
    findings.addAll(notices);
    findings.addAll(
        WatchFindings.of(hiccups, all.service(), events, counters, cutNs - control.startNs()));
    return new RunSummary(
        RunSummary.SCHEMA,
        status.spelling(),
        LoadGenerator.version(),
        windowEpochMs,
        windowNs,
        elapsedNs,
        shownPlan,
        Environment.now(),
        ledger,
        warmupLedger,
        plan.open().isPresent() ? heldBack : null,
        all,
        operations,
        hiccups,
        errors.samples(),
        events,
        counters,
        List.copyOf(findings),
        List.copyOf(problems),
        verdicts);
  }

  /// How the run ended.
  ///
  /// @param problems what kept it from ending well
  RunStatus status(List<String> problems) {
    if (control.stop() == RunControl.Stop.REQUESTED) {
      return RunStatus.INTERRUPTED;
    }
    if (!problems.isEmpty()) {
      return RunStatus.FAILED;
    }
    boolean held = verdicts.stream().allMatch(ObjectiveSummary::held);
    return held ? RunStatus.COMPLETED : RunStatus.MISSED;
  }

  /// How long the window was: what rates are of.
  private long windowNs() {
    return Math.max(0, control.overNs() - control.windowNs());
  }

  private Figures hiccups() {
    KindRecordings hiccups = intervals.hiccups();
    return hiccups == null ? null : Figures.of(hiccups.service(), hiccups.serviceSum());
  }

  private Ledger ledger() {
    long sent = 0;
    long succeeded = 0;
    long failed = 0;
    for (int i = 0; i < total.kinds(); i++) {
      sent += total.window(i).sentCount();
      succeeded += total.window(i).succeededCount();
      failed += total.window(i).failedCount();
    }
    // What the schedule says, not what was counted: that is what makes the ledger a check.
    long scheduled =
        schedule == null ? sent : dueBefore(control.endNs()) - dueBefore(control.windowNs());
    return new Ledger(
        Math.max(0, scheduled), succeeded, failed, census.inFlight(), census.neverSent(), 0);
  }

  private Ledger warmupLedger() {
    long sent = 0;
    long succeeded = 0;
    long failed = 0;
    for (int i = 0; i < total.kinds(); i++) {
      sent += total.warmup(i).sentCount();
      succeeded += total.warmup(i).succeededCount();
      failed += total.warmup(i).failedCount();
    }
    long scheduled =
        schedule == null ? sent : dueBefore(Math.min(control.windowNs(), control.endNs()));
    return new Ledger(
        scheduled,
        succeeded,
        failed,
        census.warmupInFlight(),
        census.warmupNeverSent(),
        census.warmupCut());
  }

  private long dueBefore(long instantNs) {
    return schedule.countBefore(instantNs - control.startNs());
  }

  private List<OperationSummary> operations() {
    List<OperationSummary> each = new ArrayList<>();
    List<OperationKind> kinds = workload.kinds();
    for (int i = 0; i < kinds.size(); i++) {
      Census.Kind censored = census.kind(i);
      each.add(
          operation(
              kinds.get(i).name(),
              total.window(i),
              censored.inFlight + censored.neverSent,
              censored.bounds,
              censored.boundSum));
    }
    return each;
  }

  private OperationSummary all() {
    RecordingLayout one =
        new RecordingLayout(1, Execution.EXCEPTION + 1, schedule != null, false, 1_000_000);
    KindRecordings sum = new Recordings(one).window(0);
    Histogram bounds = new Histogram(3);
    ExactSum boundSum = new ExactSum();
    long censored = 0;
    for (int i = 0; i < total.kinds(); i++) {
      total.window(i).addTo(sum);
      bounds.add(census.kind(i).bounds);
      boundSum.addAll(census.kind(i).boundSum);
      censored += census.kind(i).inFlight + census.kind(i).neverSent;
    }
    return operation("ALL", sum, censored, bounds, boundSum);
  }

  private OperationSummary operation(
      String name, KindRecordings kind, long censored, Histogram bounds, ExactSum boundSum) {
    boolean scheduled = schedule != null;
    return new OperationSummary(
        name,
        kind.sentCount(),
        kind.succeededCount(),
        kind.failedCount(),
        censored,
        outcomes(kind),
        windowNs() == 0 ? 0 : kind.completedInTimeCount() * 1e9 / windowNs(),
        Figures.of(kind.service(), kind.serviceSum()),
        scheduled ? Figures.of(kind.response(), kind.responseSum(), bounds, boundSum) : null,
        scheduled ? Figures.of(kind.waiting(), kind.waitSum()) : null,
        scheduled ? Figures.of(kind.lag(), kind.lagSum()) : null,
        kind.failedCount() == 0 ? null : Figures.of(kind.failedService(), kind.failedServiceSum()),
        kind.failedResponse() == null || kind.failedCount() == 0
            ? null
            : Figures.of(kind.failedResponse(), kind.failedResponseSum()));
  }

  private static Map<String, Long> outcomes(KindRecordings kind) {
    Map<String, Long> outcomes = new TreeMap<>();
    for (int id = 0; id <= Execution.EXCEPTION; id++) {
      long count = kind.outcomeCount(id);
      if (count > 0) {
        outcomes.merge(
            id == Execution.EXCEPTION ? "EXCEPTION" : Outcome.byId(id).name(), count, Long::sum);
      }
    }
    return outcomes;
  }
}
