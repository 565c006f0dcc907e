package dev.loadgen.engine.worker;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.WaitMode;
import dev.loadgen.engine.plan.WarmupBacklog;
import dev.loadgen.engine.result.IoReason;
import dev.loadgen.engine.result.RunFiles;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.result.Units;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.time.SpareCpus;
import dev.loadgen.engine.watch.SelfWatch;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.recording.WorkerRecorder;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private static final long UNKNOWN_RANGE_NS = 60_000_000_000L;
  private static final long SMALL_RANGE_NS = 1_000_000L;

  /// Makes the driver of the run from what the engine offers to it.
  @FunctionalInterface
  public interface DriverFactory {
    /// Makes it.
    Driver create(DriverContext context) throws Exception;
  }

  private final RunPlan plan;
  private final Map<String, Object> shownPlan;
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
  private final List<String> notes;
  private final List<String> notices = new ArrayList<>();
  private final SpareCpus spare = new SpareCpus(Runtime.getRuntime().availableProcessors());
  private final boolean watching;
  private SelfWatch watch = SelfWatch.none();
  private Thread interruptible; // in the driver's hands; guarded by this
  private Driver driver;
  private Crew crew;
  private ArrivalSchedule schedule;

  /// @param shownPlan the plan as it is shown
  /// @param loader the context loader of the workers
  /// @param watching whether this process is to be watched
  /// @param notes what the run's findings tell beside its own
  public Conductor(
      RunPlan plan,
      Map<String, Object> shownPlan,
      Workload workload,
      DriverFactory factory,
      ClassLoader loader,
      Clock clock,
      boolean watching,
      RunListener listener,
      List<String> notes) {
    this.notes = List.copyOf(notes);
    this.plan = plan;
    this.shownPlan = shownPlan;
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
    this.context = new RunContext(plan.threads(), plan.seed(), workload, clock);
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
    if (interruptible != null) {
      interruptible.interrupt();
    }
  }

  /// Begins what a stop interrupts.
  private synchronized void beginInterruptible() throws RunFailedException {
    if (control.stop() != null) {
      throw RunFailedException.stopped();
    }
    interruptible = Thread.currentThread();
  }

  private synchronized void endInterruptible() {
    interruptible = null;
    Thread.interrupted(); // an interrupt, a stop's or the driver's own, was for what is over
  }

  /// Runs.
  ///
  /// @throws RunFailedException if it could not start
  public RunResult run() throws RunFailedException {
    try (Clock.Enrolment enrolment = clock.enrol()) {
      try {
        return conduct();
      } catch (RunFailedException | RuntimeException | Error e) {
        shutDown();
        throw e;
      } finally {
        watch.end();
      }
    }
  }

  private RunResult conduct() throws RunFailedException {
    notes.forEach(this::notice);
    RunFiles files = new RunFiles(plan.output(), this::problem);
    if (watching) {
      watch = SelfWatch.begin(clock, context.events()::ended);
    }
    warmUp();
    openAll();
    context.read(watch.readings());
    Intervals intervals =
        new Intervals(
            plan, workload, control, crew, schedule, context, watch, files, listener, layout());
    clearHeap();
    long leadNs = LEAD_NS + plan.threads() * LEAD_PER_WORKER_NS;
    long epochMs = clock.epochMillis();
    long startNs = clock.nanoTime() + leadNs;
    long startEpochMs = epochMs + leadNs / 1_000_000;
    long windowNs = startNs + plan.warmup().toNanos();
    long endNs = plan.duration().map(d -> windowNs + d.toNanos()).orElse(Long.MAX_VALUE);
    Optional<Long> warmupEpochMs =
        plan.warmup().isZero() ? Optional.empty() : Optional.of(startEpochMs);
    start(Math.max(0, startNs - clock.nanoTime()));
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
    control.schedule(startNs, windowNs, endNs, plannedNs());
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
    threads.forEach(clock::unpark);
    watch.end();
    announceCensus(intervals, cutNs);
    Census census = Census.of(crew, workload, control, cutNs);
    intervals.finish(cutNs, census);
    Report report =
        new Report(
            plan, shownPlan, workload, control, schedule, context, errors, intervals, census,
            notices);
    report.complain(problems);
    files.comment(report.ledgerComment());
    files.close();
    RunStatus status = report.status(problems);
    long windowEpochMs = startEpochMs + plan.warmup().toMillis();
    RunSummary summary = report.summary(windowEpochMs, cutNs, status, problems);
    files.summary(summary); // before anything of the driver's is called again
    if (status == RunStatus.COMPLETED && files.failed()) {
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

  private void start(long untilStartNs) throws RunFailedException {
    try {
      beginInterruptible();
      driver.starting(untilStartNs);
    } catch (RunFailedException e) {
      throw e;
    } catch (Throwable e) { // whatever it is, the load must not begin
      if (control.stop() != null) {
        throw RunFailedException.stopped();
      }
      throw new RunFailedException("the driver failed as the load began: " + Reason.of(e), e);
    } finally {
      endInterruptible();
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

  private void openAll() throws RunFailedException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(loader);
    try {
      beginInterruptible();
      driver = factory.create(context);
      if (driver == null) {
        throw new IllegalStateException("the driver's provider created null");
      }
    } catch (SettingsException | RunFailedException e) {
      throw e;
    } catch (Throwable e) { // whatever it is, there is no driver
      if (control.stop() != null) {
        throw RunFailedException.stopped();
      }
      throw new RunFailedException("the driver could not be created: " + Reason.of(e), e);
    } finally {
      endInterruptible();
      Thread.currentThread().setContextClassLoader(before);
    }
    schedule = schedule();
    hire();
    while (control.opened() < plan.threads()
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

  private void hire() throws RunFailedException {
    List<Worker> workers = new ArrayList<>();
    List<WorkerRecorder> recorders = new ArrayList<>();
    if (schedule != null && waiting() != plan.waiting()) {
      notice(
          String.format(
              Locale.ROOT,
              "--wait spin needs a CPU for each of the %d threads and one for the rest, and there are"
                  + " %d: they wait as hybrid does.",
              plan.threads(),
              spare.limit() + 1));
    }
    RecordingLayout layout = layout();
    requireMemory(layout);
    int n = plan.threads();
    for (int i = 0; i < n; i++) {
      WorkerRecorder recorder = new WorkerRecorder(new Recordings(layout));
      Worker.Gear gear = new Worker.Gear(clock, control, recorder, workload, driver, errors);
      Worker worker;
      if (schedule == null) {
        int index = i;
        long share = plan.operations().map(all -> share(all, index, n)).orElse(Long.MAX_VALUE);
        worker = new UnscheduledWorker(i, gear, n, share);
      } else {
        worker = new ScheduledWorker(i, gear, schedule.stream(i), pacer());
      }
      workers.add(worker);
      recorders.add(recorder);
      Thread thread = clock.thread("loadgen-worker-" + i, worker);
      thread.setContextClassLoader(loader);
      threads.add(thread);
    }
    crew = new Crew(workers, recorders);
    startThreads();
  }

  private void startThreads() throws RunFailedException {
    for (int i = 0; i < threads.size(); i++) {
      try {
        threads.get(i).start();
      } catch (OutOfMemoryError e) { // how the JVM says that the system gives no more threads
        threads.subList(i, threads.size()).clear();
        throw new RunFailedException(
            "--threads " + plan.threads() + ": the system gives no more than " + i, e);
      }
    }
  }

  private void requireMemory(RecordingLayout layout) throws RunFailedException {
    long needed = layout.bytesEach() * plan.threads();
    long most = Runtime.getRuntime().maxMemory() / 4 * 3;
    if (needed > most) {
      throw new RunFailedException(
          "--threads "
              + plan.threads()
              + ": their recordings take "
              + (needed >> 20)
              + " MiB, and there are "
              + (most >> 20)
              + " of them: use fewer, or give more heap: LOADGEN_JAVA_OPTS=-Xmx"
              + (needed / 3 * 4 / (1 << 30) + 1)
              + "g");
    }
  }

  private static long share(long all, int index, int workers) {
    return all / workers + (index < all % workers ? 1 : 0);
  }

  private Pacer pacer() {
    return switch (waiting()) {
      case SLEEP -> Pacer.sleeping(clock);
      case SPIN -> Pacer.spinning(clock, spare);
      case HYBRID -> Pacer.hybrid(clock, spare, plan.spinBudget() / plan.threads());
    };
  }

  /// Threads that all poll need a CPU each; with fewer they would take turns by the scheduler's
  /// time slices, and ruin the schedule that they poll for.
  private WaitMode waiting() {
    return plan.waiting() == WaitMode.SPIN && plan.threads() > spare.limit()
        ? WaitMode.HYBRID
        : plan.waiting();
  }

  private ArrivalSchedule schedule() {
    if (plan.target().isEmpty()) {
      return null;
    }
    ConstantRate rate =
        new ConstantRate(plan.target().get().operations(), plan.target().get().perNs());
    ArrivalSchedule endless = schedule(rate, Long.MAX_VALUE);
    if (plan.operations().isEmpty()) {
      return endless;
    }
    long first = endless.countBefore(plan.warmup().toNanos());
    long left = Long.MAX_VALUE - first;
    return schedule(rate, first + Math.min(left, plan.operations().get()));
  }

  private ArrivalSchedule schedule(ConstantRate rate, long limit) {
    return Schedules.of(plan.schedule(), rate, plan.threads(), limit, plan.seed());
  }

  private RecordingLayout layout() {
    boolean warmup = !plan.warmup().isZero();
    boolean scheduled = plan.target().isPresent();
    long windowNs = plan.duration().map(d -> d.toNanos()).orElse(UNKNOWN_RANGE_NS);
    long rangeNs = plan.warmup().toNanos() + windowNs + plan.drain().toNanos();
    RecordingLayout full =
        new RecordingLayout(
            workload.kinds().size(), Worker.EXCEPTION + 1, scheduled, warmup, rangeNs);
    long budget = Runtime.getRuntime().maxMemory() / 4;
    return full.bytesEach() * (plan.threads() + 3L) <= budget
        ? full
        : new RecordingLayout(
            workload.kinds().size(),
            Worker.EXCEPTION + 1,
            scheduled,
            warmup,
            Math.min(rangeNs, SMALL_RANGE_NS));
  }

  /// How long the window is by its plan: until its duration is over, or the time in which its
  /// operations fall due; of a run without either, far more than a run can take.
  private long plannedNs() {
    long byTime = plan.duration().map(Duration::toNanos).orElse(ConstantRate.NEVER_NS);
    long byCount =
        plan.target()
            .flatMap(rate -> plan.operations().map(n -> rate.timeForNs(n)))
            .orElse(ConstantRate.NEVER_NS);
    return Math.min(byTime, byCount);
  }

  /// Cuts intervals and watches for the end, until all workers are done or the drain is over.
  private void conductUntilEnd(Intervals intervals) {
    long drainNs = plan.drain().toNanos();
    while (control.done() < plan.threads() || windowGoesOn()) {
      long nowNs = clock.nanoTime();
      if (control.stop() != null) {
        endNow(nowNs);
      }
      long endNs = control.endNs();
      boolean drained = endNs < Long.MAX_VALUE - drainNs && nowNs >= endNs + drainNs;
      if (drained || control.stopRequests() > 1) {
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
    if (driver != null) {
      new Shutdown(clock, control, crew, threads, this::problem)
          .run(driver, loader, clock.nanoTime() + Shutdown.GRACE_NS);
    }
  }
}
