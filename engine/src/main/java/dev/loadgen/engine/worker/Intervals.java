package dev.loadgen.engine.worker;

import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.IntervalReport.Phase;
import dev.loadgen.engine.result.IntervalReport.Tail;
import dev.loadgen.engine.result.RunFiles;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.watch.SelfWatch;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.log.TaggedHistogram;
import dev.loadgen.histograms.log.TimelineRow;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// Cuts a run into intervals: collects what the workers recorded, logs it, reports it, adds it up.
/// Boundaries lie at whole intervals from the schedule's start during warm-up, and from the
/// window's start after it; lines carry the instants at which the cut was really made. Used by the
/// conductor's thread.
final class Intervals {
  private final RunPlan plan;
  private final Workload workload;
  private final RunControl control;
  private final Crew crew;
  private final ArrivalSchedule schedule;
  private final RunContext context;
  private final SelfWatch watch;
  private final RunFiles files;
  private final RunListener listener;
  private final LostObjectives lost;
  private final List<String> counters;
  private final List<Long> counted = new ArrayList<>();
  private final List<Long> grown = new ArrayList<>();
  private final LoadProgress load;
  private final Recordings interval; // the present interval
  private final Recordings line; // what the window's log has not got yet
  private final Recordings total;
  private Recordings spare;
  private final Recordings hiccups = SelfWatch.emptyHiccups(); // what the log has not got yet
  private final Recordings allHiccups = SelfWatch.emptyHiccups();
  private Recordings spareHiccups = SelfWatch.emptyHiccups();
  private long startNs; // of the present interval
  private long windowStartNs; // of the present line of the window's log
  private long nextNs;
  private long sentInAll;
  private long sentInWindow;
  private long completedInAll;
  private long lastUnhurriedNs = Long.MIN_VALUE;
  private final List<Long> backlogs = new ArrayList<>(); // when a quarter of the window was over
  private int quartersOver;
  private boolean windowOver;

  Intervals(
      RunPlan plan,
      Workload workload,
      RunControl control,
      Crew crew,
      ArrivalSchedule schedule,
      RunContext context,
      SelfWatch watch,
      RunFiles files,
      RunListener listener,
      RecordingLayout layout) {
    this.plan = plan;
    this.workload = workload;
    this.control = control;
    this.crew = crew;
    this.schedule = schedule;
    this.context = context;
    this.watch = watch;
    this.files = files;
    this.listener = listener;
    this.lost = LostObjectives.of(plan, workload);
    this.counters = context.counterNames();
    counters.forEach(name -> {
      counted.add(0L);
      grown.add(0L);
    });
    this.load = new LoadProgress(workload, files);
    this.interval = new Recordings(layout);
    this.line = new Recordings(layout);
    this.total = new Recordings(layout);
    this.spare = new Recordings(layout);
  }

  /// The schedule has been fixed; the first interval begins at its start.
  void begin(long firstNs) {
    startNs = firstNs;
    windowStartNs = control.windowNs();
    nextNs = boundaryAfter(firstNs);
    load.begin();
  }

  /// When the present interval should be cut.
  long nextNs() {
    return windowOver ? nextNs : Math.min(nextNs, control.overNs());
  }

  /// All that was recorded so far, but for the present interval.
  Recordings total() {
    return total;
  }

  /// How many operations were sent until the last cut.
  long sentInAll() {
    return sentInAll;
  }

  /// The end of the last interval in which an operation completed, or at whose end there was
  /// nothing to be waited for.
  long lastUnhurriedNs() {
    return lastUnhurriedNs;
  }

  /// What can no longer be met.
  LostObjectives lost() {
    return lost;
  }

  /// Hiccups of the whole run; null if none were measured.
  KindRecordings hiccups() {
    return watch.measuresHiccups() ? allHiccups.window(0) : null;
  }

  /// The backlog when each quarter of the window was over, fewer if intervals are longer than
  /// quarters or the window ended early: the last is that of its end. Of a window without a length,
  /// nothing.
  List<Long> backlogs() {
    return backlogs;
  }

  private long boundaryAfter(long instantNs) {
    long stepNs = plan.interval().toNanos();
    long windowNs = control.windowNs();
    if (instantNs < windowNs) {
      long next = control.startNs() + ((instantNs - control.startNs()) / stepNs + 1) * stepNs;
      return Math.min(next, windowNs);
    }
    return windowNs + ((instantNs - windowNs) / stepNs + 1) * stepNs;
  }

  /// Ends the present interval now.
  void cut() {
    spare = crew.swap(interval, spare);
    long nowNs = control.nowNs(); // not before: what was swapped until now is in this interval
    collect(nowNs);
    windowOver |= nowNs >= control.overNs();
    // The cut at the window's start may come a little late: what it holds of the window belongs to
    // the line of the window's first interval.
    if (isOfWindow(nowNs)) {
      windowLines(nowNs, List.of());
    }
    nextNs = boundaryAfter(nowNs);
  }

  /// Whether what ends now is an interval of the window, rather than the warm-up's last one.
  private boolean isOfWindow(long nowNs) {
    return nowNs - windowStartNs >= plan.interval().toNanos() / 2;
  }

  /// Ends the last interval, with the censored operations in it.
  void finish(long cutNs, Census census) {
    spare = crew.swap(interval, spare);
    collect(cutNs);
    List<Census.Kind> censored = new ArrayList<>();
    for (int kind = 0; kind < line.kinds(); kind++) {
      censored.add(census.kind(kind));
    }
    if (cutNs > windowStartNs) {
      windowLines(cutNs, censored);
    }
  }

  private void collect(long nowNs) {
    collectHiccups(nowNs);
    lost.due(nowNs, this::dueInWindowBefore);
    report(nowNs);
    warmupLines(nowNs);
    load.cut(interval);
    interval.addTo(line);
    interval.addTo(total);
    if (nowNs < control.overNs() && lost.in(total, nowNs)) {
      control.stop(RunControl.Stop.OBJECTIVE_LOST);
      if (lost.unanswered()) {
        control.skipDrain();
      }
    }
    interval.reset();
    startNs = nowNs;
  }

  private void collectHiccups(long nowNs) {
    if (watch.measuresHiccups()) {
      Recordings full = watch.swapHiccups(spareHiccups);
      if (startNs >= control.windowNs() || isOfWindow(nowNs)) { // not the warm-up's
        full.addTo(hiccups);
        full.addTo(allHiccups);
      }
      full.reset();
      spareHiccups = full;
    }
  }

  private void warmupLines(long nowNs) {
    if (plan.warmup().isZero()) {
      return;
    }
    long before = 0;
    for (int kind = 0; kind < interval.kinds(); kind++) {
      before += interval.warmup(kind).succeededCount() + interval.warmup(kind).failedCount();
    }
    if (startNs < control.windowNs() || before > 0) {
      List<KindRecordings> kinds = new ArrayList<>();
      for (int kind = 0; kind < interval.kinds(); kind++) {
        kinds.add(interval.warmup(kind));
      }
      files.warmup(startNs - control.startNs(), nowNs - control.startNs(), lines(kinds, List.of()));
    }
  }

  private void windowLines(long nowNs, List<Census.Kind> censored) {
    List<KindRecordings> kinds = new ArrayList<>();
    for (int kind = 0; kind < line.kinds(); kind++) {
      kinds.add(line.window(kind));
    }
    long base = control.windowNs();
    for (EventJournal.Ended event : context.events().drain()) {
      files.comment(
          String.format(
              Locale.ROOT,
              "[Event: %s, start %.6f s, length %.6f s]",
              event.name(),
              (event.startNs() - base) / 1e9,
              (event.endNs() - event.startNs()) / 1e9));
    }
    List<TaggedHistogram> lines = lines(kinds, censored);
    if (watch.measuresHiccups()) {
      lines.add(new TaggedHistogram("hiccup", hiccups.window(0).service()));
    }
    files.latency(windowStartNs - base, nowNs - base, lines);
    line.reset();
    hiccups.reset();
    windowStartNs = nowNs;
  }

  private List<TaggedHistogram> lines(List<KindRecordings> kinds, List<Census.Kind> censored) {
    List<TaggedHistogram> lines = new ArrayList<>();
    List<OperationKind> names = workload.kinds();
    Histogram all = new Histogram(3);
    for (int i = 0; i < kinds.size(); i++) {
      KindRecordings kind = kinds.get(i);
      String name = names.get(i).name();
      lines.add(new TaggedHistogram(name + ".service", kind.service()));
      if (kind.response() != null) {
        Histogram response = kind.response();
        if (!censored.isEmpty() && censored.get(i).bounds.getTotalCount() > 0) {
          response = response.copy();
          response.setAutoResize(true);
          response.add(censored.get(i).bounds);
          lines.add(new TaggedHistogram(name + ".censored", censored.get(i).bounds));
        }
        all.add(response);
        lines.add(new TaggedHistogram(name + ".response", response));
        lines.add(new TaggedHistogram(name + ".wait", kind.waiting()));
        lines.add(new TaggedHistogram(name + ".lag", kind.lag()));
      }
      if (kind.failedCount() > 0) {
        lines.add(new TaggedHistogram(name + ".failed.service", kind.failedService()));
        if (kind.failedResponse() != null) {
          lines.add(new TaggedHistogram(name + ".failed.response", kind.failedResponse()));
        }
      }
    }
    if (schedule != null) {
      lines.add(0, new TaggedHistogram(null, all));
    }
    return lines;
  }

  private void report(long nowNs) {
    Histogram service = new Histogram(3);
    Histogram response = new Histogram(3);
    long sent = 0;
    long succeeded = 0;
    long failed = 0;
    for (int i = 0; i < interval.kinds(); i++) {
      for (KindRecordings kind : parts(i)) {
        sent += kind.sentCount();
        succeeded += kind.succeededCount();
        failed += kind.failedCount();
        service.add(kind.service());
        if (kind.response() != null) {
          response.add(kind.response());
        }
      }
    }
    sentInAll += sent;
    for (int i = 0; i < interval.kinds(); i++) {
      sentInWindow += interval.window(i).sentCount();
    }
    completedInAll += succeeded + failed;
    long scheduled = sent;
    long backlog = 0;
    if (schedule != null) {
      long before = dueBefore(startNs);
      if (nowNs > control.windowNs()) {
        dueBefore(control.windowNs()); // in time: asked for later, counting might begin anew
      }
      long due = dueBefore(nowNs);
      scheduled = due - before;
      backlog = Math.max(0, due - sentInAll - crew.cut());
    }
    long inFlight = sentInAll - completedInAll;
    if (succeeded + failed > 0 || backlog + inFlight == 0) {
      lastUnhurriedNs = nowNs;
    }
    // In the open model what the system cannot keep up with piles up in flight.
    noteBacklog(nowNs, plan.open().isPresent() ? backlog + inFlight : backlog);
    long oldestNs = crew.oldestIntendedNs();
    long backlogNs = backlog + inFlight > 0 && oldestNs < nowNs ? nowNs - oldestNs : 0;
    long base = control.windowNs();
    Phase phase = startNs < base ? Phase.WARMUP : windowOver ? Phase.DRAIN : Phase.WINDOW;
    listener.interval(
        new IntervalReport(
            startNs - base,
            nowNs - base,
            phase,
            progress(nowNs),
            plan.target()
                .map(profile -> profile.perSecondAt((startNs + nowNs) / 2 - base))
                .orElse(Double.NaN),
            scheduled,
            sent,
            succeeded,
            failed,
            backlog,
            backlogNs,
            inFlight,
            tail(service),
            schedule == null ? null : tail(response)));
    timeline(nowNs, scheduled, sent, succeeded, failed, backlog, inFlight);
  }

  private List<KindRecordings> parts(int kind) {
    return plan.warmup().isZero()
        ? List.of(interval.window(kind))
        : List.of(interval.warmup(kind), interval.window(kind));
  }

  private long dueBefore(long instantNs) {
    long lastNs = Math.min(instantNs, control.endNs());
    return schedule.countBefore(lastNs - control.startNs());
  }

  private long dueInWindowBefore(long instantNs) {
    if (instantNs <= control.windowNs()) {
      return 0;
    }
    long before = dueBefore(control.windowNs()); // first: asking must not go back
    return dueBefore(instantNs) - before;
  }

  private void noteBacklog(long nowNs, long backlog) {
    if (windowOver || schedule == null) {
      return;
    }
    long quarterNs = Math.max(1, (control.overNs() - control.windowNs()) / 4);
    boolean ended = nowNs >= control.endNs();
    int over = ended ? 4 : Math.clamp((nowNs - control.windowNs()) / quarterNs, 0, 4);
    if (over > quartersOver) {
      quartersOver = over;
      backlogs.add(backlog);
    }
  }

  private double progress(long nowNs) {
    double byTime =
        plan.duration()
            .map(d -> (nowNs - control.startNs()) / (double) plan.warmup().plus(d).toNanos())
            .orElse(0.0);
    double byCount = plan.operations().map(n -> sentInWindow / (double) n).orElse(0.0);
    return Math.clamp(Math.max(byTime, byCount), 0.0, 1.0);
  }

  private static Tail tail(Histogram histogram) {
    return new Tail(
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(99),
        histogram.getMaxValue());
  }

  private void timeline(
      long nowNs,
      long scheduled,
      long sent,
      long succeeded,
      long failed,
      long backlog,
      long inFlight) {
    long base = control.windowNs();
    for (int i = 0; i < counters.size(); i++) {
      long now = context.count(counters.get(i));
      grown.set(i, now - counted.get(i));
      counted.set(i, now);
    }
    EventJournal.Growth events = context.events().growth();
    files.row(
        new TimelineRow(
            startNs - base,
            nowNs - base,
            scheduled,
            sent,
            succeeded,
            failed,
            backlog,
            inFlight,
            events.count(),
            (long) events.totalNs(),
            List.copyOf(grown)));
  }
}
