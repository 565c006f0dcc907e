package dev.loadgen.engine.worker;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.Timetable;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.time.SpareCpus;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.recording.WorkerRecorder;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;

/// Runs the generator's own loop against sessions that do nothing, until it is compiled: schedule,
/// wait, stamps, recording, every kind of operation. So the first operations of the load are sent
/// as exactly as the last, and the system under test is not touched meanwhile.
///
/// It goes in batches, and is over when the compiler had next to nothing to do in the last two, or
/// after a second.
final class HarnessWarmup {
  private static final long LONGEST_NS = 1_000_000_000L;
  private static final int LEAST_BATCHES = 4;
  private static final int QUIET_BATCHES = 2;
  private static final long QUIET_MS = 2; // of compilation, per batch
  private static final ConstantRate OVERDUE = new ConstantRate(1, 100);
  private static final int OVERDUE_OPERATIONS = 20_000;
  private static final ConstantRate PACED = new ConstantRate(1, 50_000);
  private static final int PACED_OPERATIONS = 200;
  private static final int SLOTS = 64;
  private static final long SMALL_RANGE_NS = 1_000_000;

  private final RunPlan plan;
  private final Workload workload;
  private final Clock clock;
  private final SpareCpus spare;
  private final BooleanSupplier stopped;
  private final WorkerRecorder recorder;
  private final Recordings total;
  private Recordings spareRecordings;
  private int runs;

  HarnessWarmup(
      RunPlan plan, Workload workload, Clock clock, SpareCpus spare, BooleanSupplier stopped) {
    this.stopped = stopped;
    this.plan = plan;
    this.workload = workload.rehearsal(); // the run's deals out numbers of records only once
    this.clock = clock;
    this.spare = spare;
    RecordingLayout layout =
        new RecordingLayout(
            workload.kinds().size(),
            Execution.EXCEPTION + 1,
            plan.isScheduled(),
            false,
            SMALL_RANGE_NS);
    this.recorder = new WorkerRecorder(new Recordings(layout));
    this.total = new Recordings(layout);
    this.spareRecordings = new Recordings(layout);
  }

  /// Warms up.
  ///
  /// @return how long it took, ns
  long run() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    boolean tells = compiler != null && compiler.isCompilationTimeMonitoringSupported();
    long fromNs = clock.nanoTime();
    int quiet = 0;
    for (int batch = 1;
        (batch <= LEAST_BATCHES || quiet < QUIET_BATCHES)
            && clock.nanoTime() - fromNs < LONGEST_NS
            && !stopped.getAsBoolean();
        batch++) {
      long beforeMs = tells ? compiler.getTotalCompilationTime() : 0;
      batch();
      boolean calm = tells && compiler.getTotalCompilationTime() - beforeMs <= QUIET_MS;
      quiet = calm ? quiet + 1 : 0;
    }
    return clock.nanoTime() - fromNs;
  }

  private void batch() {
    if (!plan.isScheduled()) {
      run(unscheduled());
      return;
    }
    long nowNs = clock.nanoTime();
    run(scheduled(OVERDUE, OVERDUE_OPERATIONS, nowNs - OVERDUE.offsetNs(OVERDUE_OPERATIONS)));
    run(scheduled(PACED, PACED_OPERATIONS, clock.nanoTime()));
  }

  /// In this thread; then collects what was recorded, as the conductor does.
  private void run(Worker worker) {
    worker.run();
    spareRecordings = recorder.swap(spareRecordings);
    spareRecordings.addTo(total);
    spareRecordings.reset();
  }

  private Worker unscheduled() {
    long nowNs = clock.nanoTime();
    return new UnscheduledWorker(0, gear(nowNs), 1, OVERDUE_OPERATIONS);
  }

  private Worker scheduled(ConstantRate rate, int operations, long startNs) {
    ArrivalSchedule schedule = Schedules.of(plan.schedule(), rate, 1, operations, plan.seed());
    Pacer pacer = Pacer.hybrid(clock, spare, 1);
    if (plan.open().isEmpty()) {
      return new ScheduledWorker(0, gear(startNs), schedule.stream(0), pacer);
    }
    return plan.open().get().style().orElseThrow() == SessionStyle.ASYNC
        ? new AsyncDispatcher(0, gear(startNs), schedule.stream(0), pacer, SLOTS, 0, 1)
        : new BlockingDispatcher(0, gear(startNs), schedule.stream(0), pacer, 0, SLOTS);
  }

  private Worker.Gear gear(long startNs) {
    RunControl control = new RunControl(clock, Thread.currentThread(), false, Long.MAX_VALUE);
    control.schedule(startNs, startNs, Long.MAX_VALUE, Timetable.NEVER_NS);
    return new Worker.Gear(
        clock, control, recorder, workload, new NothingDriver(runs++), new ErrorTally());
  }

  /// Does nothing, in three ways: a compiler that has seen three classes of session makes no
  /// assumption of a fourth, which it would have to take back at the first operation of the load.
  private static final class NothingDriver implements Driver {
    private abstract static class Nothing implements Session, AsyncSession {
      @Override
      public void close() {}
    }

    private static final class First extends Nothing {
      @Override
      public Outcome execute(Operation operation) {
        return Outcome.OK;
      }

      @Override
      public void submit(Operation operation, long ticket, Completions completions) {
        completions.complete(ticket, Outcome.OK);
      }
    }

    private static final class Second extends Nothing {
      @Override
      public Outcome execute(Operation operation) {
        return Outcome.OK;
      }

      @Override
      public void submit(Operation operation, long ticket, Completions completions) {
        completions.complete(ticket, Outcome.OK);
      }
    }

    private static final class Third extends Nothing {
      @Override
      public Outcome execute(Operation operation) {
        return Outcome.OK;
      }

      @Override
      public void submit(Operation operation, long ticket, Completions completions) {
        completions.complete(ticket, Outcome.OK);
      }
    }

    private final int which;

    NothingDriver(int which) {
      this.which = which;
    }

    @Override
    public Session open(int index) {
      return session();
    }

    @Override
    public AsyncSession openAsync(int index) {
      return session();
    }

    private Nothing session() {
      return switch (which % 3) {
        case 0 -> new First();
        case 1 -> new Second();
        default -> new Third();
      };
    }
  }
}
