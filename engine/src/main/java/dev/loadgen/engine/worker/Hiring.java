package dev.loadgen.engine.worker;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.WaitMode;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.time.SpareCpus;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.recording.WorkerRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Makes the workers of a plan, with recorders that fit the memory and pacers that fit the machine.
/// By the conductor's thread; starts none of them.
final class Hiring {
  private static final long UNKNOWN_RANGE_NS = 60_000_000_000L;
  private static final long SMALL_RANGE_NS = 1_000_000L;

  private final RunPlan plan;
  private final Workload workload;
  private final ArrivalSchedule schedule;
  private final Clock clock;
  private final SpareCpus spare;

  /// @param schedule null without a target
  Hiring(RunPlan plan, Workload workload, ArrivalSchedule schedule, Clock clock, SpareCpus spare) {
    this.plan = plan;
    this.workload = workload;
    this.schedule = schedule;
    this.clock = clock;
    this.spare = spare;
  }

  /// Makes them.
  ///
  /// @param notices hears of what differs from the plan, a sentence each
  /// @throws RunFailedException if there is not memory enough
  Crew hire(RunControl control, Driver driver, ErrorTally errors, Consumer<String> notices)
      throws RunFailedException {
    List<Worker> workers = new ArrayList<>();
    List<WorkerRecorder> recorders = new ArrayList<>();
    if (schedule != null && waiting() != plan.waiting()) {
      notices.accept(
          String.format(
              Locale.ROOT,
              "--wait spin needs a CPU for each of the %d threads and one for the rest, and there are"
                  + " %d: they wait as hybrid does.",
              plan.senders(),
              spare.limit() + 1));
    }
    RecordingLayout layout = layout();
    requireMemory(layout);
    int n = plan.senders();
    for (int i = 0; i < n; i++) {
      WorkerRecorder recorder = new WorkerRecorder(new Recordings(layout));
      Worker.Gear gear = new Worker.Gear(clock, control, recorder, workload, driver, errors);
      Worker worker;
      if (plan.open().isPresent()) {
        worker = dispatcher(i, gear, plan.open().get());
      } else if (schedule == null) {
        int index = i;
        long share = plan.operations().map(all -> share(all, index, n)).orElse(Long.MAX_VALUE);
        worker = new UnscheduledWorker(i, gear, n, share);
      } else {
        worker = new ScheduledWorker(i, gear, schedule.stream(i), pacer());
      }
      workers.add(worker);
      recorders.add(recorder);
    }
    return new Crew(workers, recorders);
  }

  private Dispatcher dispatcher(int index, Worker.Gear gear, OpenModel open) {
    int n = open.dispatchers();
    int sessions = open.sessions().orElseThrow();
    ArrivalStream arrivals = schedule.stream(index);
    if (open.style().orElseThrow() == SessionStyle.ASYNC) {
      int capacity = (int) share(open.slots(), index, n);
      int first = (int) before(sessions, index, n);
      int count = (int) share(sessions, index, n);
      return new AsyncDispatcher(index, gear, arrivals, pacer(), capacity, first, count);
    }
    int first = (int) before(open.slots(), index, n);
    int count = (int) share(open.slots(), index, n);
    return new BlockingDispatcher(index, gear, arrivals, pacer(), first, count);
  }

  private void requireMemory(RecordingLayout layout) throws RunFailedException {
    long most = Runtime.getRuntime().maxMemory() / 4 * 3;
    if (plan.open().isPresent()) {
      requireMemory(plan.open().get(), most - layout.bytesEach() * plan.senders());
      return;
    }
    long needed = layout.bytesEach() * plan.threads();
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

  private static void requireMemory(OpenModel open, long most) throws RunFailedException {
    long needed = Flights.bytesEach() * open.slots();
    if (needed > most) {
      throw new RunFailedException(
          "--max-in-flight "
              + open.maxInFlight()
              + ": takes "
              + (needed >> 20)
              + " MiB, and there are "
              + (most >> 20)
              + " of them: give more heap: LOADGEN_JAVA_OPTS=-Xmx"
              + (needed / 3 * 4 / (1 << 30) + 1)
              + "g");
    }
  }

  /// How many are before a part, of a whole that is dealt out as [#share] has it.
  private static long before(long all, int index, int parts) {
    return all / parts * index + Math.min(index, all % parts);
  }

  private static long share(long all, int index, int workers) {
    return all / workers + (index < all % workers ? 1 : 0);
  }

  private Pacer pacer() {
    return switch (waiting()) {
      case SLEEP -> Pacer.sleeping(clock);
      case SPIN -> Pacer.spinning(clock, spare);
      case HYBRID -> Pacer.hybrid(clock, spare, plan.spinBudget() / plan.senders());
    };
  }

  /// Threads that all poll need a CPU each; with fewer they would take turns by the scheduler's
  /// time slices, and ruin the schedule that they poll for.
  private WaitMode waiting() {
    return plan.waiting() == WaitMode.SPIN && plan.senders() > spare.limit()
        ? WaitMode.HYBRID
        : plan.waiting();
  }

  /// What each worker records into: with room for the longest latency that the run can have, if
  /// that fits; else with little, and more when it is needed.
  RecordingLayout layout() {
    boolean warmup = !plan.warmup().isZero();
    boolean scheduled = plan.isScheduled();
    long windowNs = plan.duration().map(d -> d.toNanos()).orElse(UNKNOWN_RANGE_NS);
    long rangeNs = plan.warmup().toNanos() + windowNs + plan.drain().toNanos();
    RecordingLayout full =
        new RecordingLayout(
            workload.kinds().size(), Execution.EXCEPTION + 1, scheduled, warmup, rangeNs);
    long budget = Runtime.getRuntime().maxMemory() / 4;
    return full.bytesEach() * (plan.senders() + 3L) <= budget
        ? full
        : new RecordingLayout(
            workload.kinds().size(),
            Execution.EXCEPTION + 1,
            scheduled,
            warmup,
            Math.min(rangeNs, SMALL_RANGE_NS));
  }
}
