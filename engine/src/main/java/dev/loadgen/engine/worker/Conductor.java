package dev.loadgen.engine.worker;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.WarmupBacklog;
import dev.loadgen.engine.result.RunFiles;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.result.Units;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.time.SpareCpus;
import dev.loadgen.engine.watch.SelfWatch;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Conducts one run, from opening the sessions to closing the driver: lets the workers go, cuts the
/// intervals, ends the window, waits out the drain, closes the books. One thread, the caller's.
///
/// The end: at T the schedule stops, and workers go on with what was due before it. When all are
/// done, or the drain is over, the run is *closed*: one volatile write, then a flip of every
/// recorder. What completes later changes nothing; what is still in flight or unsent is counted by
/// the [Census].
public final class Conductor {
  private static final double WATCH_SHARE = 0.05; // of what may be spent polling
  private static final long LONG_CENSUS = 200_000_000;
  private static final long LATE_NS = 10_000_000L; // worth a word
  private static final long LEAD_NS = 30_000_000L;
  private static final long LEAD_PER_WORKER_NS = 20_000L;

  /// Makes the driver of the run from what the engine offers to it.
  @FunctionalInterface
  public interface DriverFactory {
    /// Makes it.
    Driver create(DriverContext context) throws Exception;
  }

  private final RunPlan plan;
  private final Labels labels;
  private final Workload workload;
  private final DriverFactory factory;
  private final ClassLoader loader;
  private final Clock clock;
  private final RunListener listener;
  private final RunControl control;
  private final RunContext context;
  private final List<Thread> threads = new ArrayList<>();
  private final ErrorTally errors = new ErrorTally();
  private final List<String> problems = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private final SpareCpus spare = new SpareCpus(Runtime.getRuntime().availableProcessors());
  private final boolean watching;
  private SelfWatch watch = SelfWatch.none();
  private DriverCall calling; // before the load; guarded by this
  private Driver driver;
  private Crew crew;
  private ArrivalSchedule schedule;
  private Hiring hiring;

  /// What is told of a run beside what it measures.
  ///
  /// @param plan the plan as it is shown
  /// @param loadIdentity by which a load is told
  /// @param notes what the run's findings tell beside its own
  public record Labels(
      Map<String, Object> plan, Map<String, String> loadIdentity, List<String> notes) {}

  /// @param loader the context loader of the workers
  /// @param watching whether this process is to be watched
  public Conductor(
      RunPlan plan,
      Labels labels,
      Workload workload,
      DriverFactory factory,
      ClassLoader loader,
      Clock clock,
      boolean watching,
      RunListener listener) {
    this.plan = plan;
    this.labels = labels;
    this.workload = workload;
    this.factory = factory;
    this.loader = loader;
    this.clock = clock;
    this.watching = watching;
    this.listener = listener;
    this.control =
        new RunControl(
            clock,
            Thread.currentThread(),
            plan.warmupBacklog() == WarmupBacklog.CUT,
            plan.maxErrors());
    this.context = new RunContext(plan.sessions(), plan.seed(), workload, clock);
  }

  /// Ends the run as failed, without a drain. From any thread.
  ///
  /// @param cause why
  public void abort(Throwable cause) {
    control.fatal(cause);
    control.skipDrain();
  }

  /// Ends the run: T becomes now; the second time the drain is skipped. A driver that is still
  /// being created is interrupted. From any thread.
  public synchronized void stop() {
    control.stop(RunControl.Stop.REQUESTED);
    if (calling != null) {
      calling.interrupt();
    }
  }

  /// Begins what a stop interrupts.
  private synchronized void begin(DriverCall call) throws RunFailedException {
    if (control.stop() != null) {
      throw RunFailedException.stopped();
    }
    calling = call;
    call.begin();
  }

  private synchronized void endCall() {
    calling = null;
  }

  /// Runs.
  ///
  /// @throws RunFailedException if it could not start
  public RunResult run() throws RunFailedException {
    try (Clock.Enrolment enrolment = clock.enrol()) {
      try {
        return conduct();
      } catch (PlanException e) { // a recording that was sound before
        shutDown();
        throw new RunFailedException(e.getMessage(), e);
      } catch (RunFailedException | RuntimeException | Error e) {
        shutDown();
        throw e;
      } finally {
        watch.end();
      }
    }
  }

  private RunResult conduct() throws RunFailedException {
    labels.notes().forEach(this::notice);
    RunFiles files = new RunFiles(plan.output(), labels.loadIdentity(), this::problem);
    if (watching) {
      watch = SelfWatch.begin(clock, context.events()::ended);
    }
    warmUp();
    openAll();
    context.read(watch.readings());
    Intervals intervals =
        new Intervals(
            plan,
            workload,
            control,
            crew,
            schedule,
            context,
            watch,
            files,
            listener,
            hiring.layout());
    long plannedNs = Schedules.plannedNs(plan); // may take a while
    clearHeap();
    long leadNs = LEAD_NS + plan.senders() * LEAD_PER_WORKER_NS;
    long epochMs = clock.epochMillis();
    long startNs = clock.nanoTime() + leadNs;
    long startEpochMs = epochMs + leadNs / 1_000_000;
    long windowNs = startNs + plan.warmup().toNanos();
    long endNs = plan.duration().map(d -> windowNs + d.toNanos()).orElse(Long.MAX_VALUE);
    Optional<Long> warmupEpochMs =
        plan.warmup().isZero() ? Optional.empty() : Optional.of(startEpochMs);
    call(
        "the driver failed as the load began",
        () -> driver.starting(Math.max(0, startNs - clock.nanoTime())));
    try { // not before: a load that does not begin leaves nothing
      files.open(
          startEpochMs + plan.warmup().toMillis(),
          warmupEpochMs,
          List.of("loadgen", "values in nanoseconds"),
          context.counterNames());
    } catch (IOException e) {
      throw new RunFailedException(
          "cannot write into " + plan.output().orElseThrow() + ": " + IoReason.of(e), e);
    }
    control.schedule(startNs, windowNs, endNs, plannedNs);
    watch.start(startNs, Pacer.hybrid(clock, spare, plan.spinBudget() * WATCH_SHARE));
    threads.forEach(clock::unpark);
    long lateNs = clock.nanoTime() - startNs;
    if (lateNs > LATE_NS && schedule != null) {
      notices.add(
          "The load began "
              + Units.time((double) lateNs)
              + " after its schedule, since the driver or this machine took so long to start it: what"
              + " was due by then was late.");
    }
    listener.starting();
    intervals.begin(startNs);

    conductUntilEnd(intervals);

    if (control.stop() != null) {
      endNow(clock.nanoTime()); // its workers may have ended by themselves
    }
    control.close();
    long cutNs = clock.nanoTime();
    crew.flip();
    if (schedule == null && cutNs < control.endNs()) { // all that was asked for has been done
      control.endAt(cutNs);
    } else if (control.endNs() == Long.MAX_VALUE) {
      control.endAt(Math.max(cutNs, control.overNs()));
    }
    crew.sweep(cutNs);
    threads.forEach(clock::unpark);
    watch.end();
    announceCensus(intervals, cutNs);
    Census census = Census.of(crew, workload, control, cutNs);
    intervals.finish(cutNs, census);
    Report report =
        new Report(
            plan,
            labels.plan(),
            workload,
            control,
            schedule,
            context,
            errors,
            intervals,
            census,
            crew.heldBack(),
            notices);
    report.complain(problems);
    files.comment(report.ledgerComment());
    files.close();
    RunStatus status = report.status(problems);
    long windowEpochMs = startEpochMs + plan.warmup().toMillis();
    RunSummary summary = report.summary(windowEpochMs, cutNs, status, problems);
    files.summary(summary); // before anything of the driver's is called again
    if (status != RunStatus.INTERRUPTED && files.failed()) {
      status = RunStatus.FAILED;
    }
    int before = problems.size();
    shutDown();
    if (problems.size() > before) {
      summary = report.summary(windowEpochMs, cutNs, status, problems);
      files.summary(summary);
    }
    return new RunResult(status, summary, plan.output());
  }

  /// What was never sent is counted one by one, each by its own kind: that takes a while if it is
  /// very much.
  private void announceCensus(Intervals intervals, long cutNs) {
    if (schedule == null) {
      return;
    }
    long due = schedule.countBefore(Math.min(cutNs, control.endNs()) - control.startNs());
    long unsent = due - intervals.sentInAll();
    if (unsent > LONG_CENSUS) {
      listener.notice(
          "counting about "
              + Units.count(unsent / 1_000_000)
              + " million operations that were never sent: this takes seconds");
    }
  }

  /// Readies the generator itself; on a clock that is not this process's there is nothing to ready.
  private void warmUp() {
    if (watching && plan.harnessWarmup()) {
      long tookNs =
          new HarnessWarmup(plan, workload, clock, spare, () -> control.stop() != null).run();
      notices.add(
          "The generator warmed itself up for "
              + Units.time((double) tookNs)
              + " before the load.");
    }
  }

  /// What has been allocated until now, the recordings above all, lives as long as the run: better
  /// to move it now than in the first pause for GC of the load.
  private void clearHeap() {
    if (watching && plan.harnessWarmup()) {
      System.gc();
    }
  }

  /// Calls the driver before the load: whatever it does, a stop gets through, and a failure is
  /// told. A second stop does not wait for it any longer.
  ///
  /// @param failure what could not be done, as the beginning of a sentence
  private void call(String failure, DriverCall.Body body) throws RunFailedException {
    DriverCall call = new DriverCall(clock, loader, body);
    begin(call);
    try {
      while (!call.ended() && control.stopRequests() < 2) {
        clock.parkUntil(clock.nanoTime() + Shutdown.GRACE_NS);
      }
    } finally {
      endCall();
    }
    if (!call.ended()) {
      throw RunFailedException.stopped();
    }
    switch (call.failure()) {
      case null -> {}
      case SettingsException e -> throw e;
      case RunFailedException e -> throw e;
      case Throwable e -> {
        if (control.stop() != null) {
          throw RunFailedException.stopped();
        }
        throw new RunFailedException(failure + ": " + Reason.of(e), e);
      }
    }
  }

  private void notice(String sentence) {
    notices.add(sentence);
    listener.notice(sentence);
  }

  private void problem(String sentence) {
    problems.add(sentence);
    listener.problem(sentence);
  }

  private Driver created() throws Exception {
    Driver made = factory.create(context);
    if (made == null) {
      throw new IllegalStateException("the driver's provider created null");
    }
    return made;
  }

  private void openAll() throws RunFailedException {
    call("the driver could not be created", () -> driver = created());
    schedule = Schedules.of(plan);
    hiring = new Hiring(plan, workload, schedule, clock, spare);
    crew = hiring.hire(control, driver, errors, this::notice);
    startThreads();
    while (control.opened() < plan.senders()
        && control.openFailure() == null
        && control.stop() == null) {
      clock.parkUntil(clock.nanoTime() + Shutdown.GRACE_NS);
    }
    Throwable failure = control.openFailure();
    if (failure != null) {
      throw new RunFailedException("a session could not be opened: " + Reason.of(failure), failure);
    }
    if (control.stop() != null) {
      throw RunFailedException.stopped();
    }
  }

  private void startThreads() throws RunFailedException {
    for (Worker worker : crew.workers()) {
      Thread thread = clock.thread("loadgen-worker-" + worker.index, worker);
      thread.setContextClassLoader(loader);
      threads.add(thread);
    }
    for (int i = 0; i < threads.size(); i++) {
      try {
        threads.get(i).start();
      } catch (OutOfMemoryError e) { // how the JVM says that the system gives no more threads
        threads.subList(i, threads.size()).clear();
        throw new RunFailedException(
            (plan.open().isPresent() ? "--dispatchers " : "--threads ")
                + plan.senders()
                + ": the system gives no more than "
                + i,
            e);
      }
    }
  }

  /// Cuts intervals and watches for the end, until all workers are done or the drain is over.
  private void conductUntilEnd(Intervals intervals) {
    long drainNs = plan.drain().toNanos();
    while (control.done() < plan.senders() || windowGoesOn()) {
      long nowNs = clock.nanoTime();
      if (control.stop() != null) {
        endNow(nowNs);
      }
      long endNs = control.endNs();
      boolean drained = endNs < Long.MAX_VALUE - drainNs && nowNs >= endNs + drainNs;
      if (drained || hangs(nowNs, intervals) || control.stopRequests() > 1) {
        return;
      }
      if (nowNs >= intervals.nextNs()) {
        intervals.cut();
        continue;
      }
      // Before the end, for it; after it, when the drain is over.
      long wakeNs = nowNs < endNs ? endNs : endNs + drainNs;
      clock.parkUntil(Math.min(wakeNs, intervals.nextNs()));
    }
  }

  /// A window that only the number of its operations ends goes on after its schedule, for as long
  /// as operations complete, or nothing is due; but not for an answer that never comes.
  private boolean hangs(long nowNs, Intervals intervals) {
    long sinceNs = Math.max(control.overNs(), intervals.lastUnhurriedNs());
    return schedule != null
        && control.endNs() == Long.MAX_VALUE
        && nowNs >= control.overNs()
        && nowNs - sinceNs >= plan.drain().toNanos() + plan.interval().toNanos();
  }

  /// A window on a schedule that only its duration ends is as long as planned, even if nothing is
  /// due in the rest of it.
  private boolean windowGoesOn() {
    return schedule != null
        && plan.operations().isEmpty()
        && control.stop() == null
        && clock.nanoTime() < control.endNs();
  }

  /// T becomes now; or, if an operation was sent or cut meanwhile that is due a moment later, then.
  private void endNow(long nowNs) {
    if (nowNs < control.endNs()) {
      control.endAt(nowNs);
      crew.flip();
      if (schedule != null) {
        control.endAt(Math.max(nowNs, crew.lastSettledIntendedNs() + 1));
      }
      threads.forEach(clock::unpark);
    }
  }

  /// Ends what was begun; the books are closed.
  private void shutDown() {
    control.close();
    if (schedule != null) {
      schedule.close();
    }
    if (driver != null) {
      new Shutdown(clock, control, crew, threads, this::problem)
          .run(driver, loader, clock.nanoTime() + Shutdown.GRACE_NS);
    }
  }
}
