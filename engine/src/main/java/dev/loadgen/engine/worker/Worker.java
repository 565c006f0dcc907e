package dev.loadgen.engine.worker;

import dev.loadgen.driver.Driver;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.recording.WorkerRecorder;
import dev.loadgen.histograms.summary.HeldBack;

/// A thread that sends operations over sessions of its own: opens them, sends its share, closes
/// them.
///
/// Its books (what the abstract methods tell) and its recordings are written by this thread inside
/// sections of its [WorkerRecorder], and read by the conductor after it has flipped the recorder's
/// phaser: so the conductor sees each operation either wholly done or not at all. A section that
/// finds the run closed changes nothing; what is in flight then stays in flight, censored.
abstract class Worker implements Runnable {
  /// What a worker works with.
  record Gear(
      Clock clock,
      RunControl control,
      WorkerRecorder recorder,
      Workload workload,
      Driver driver,
      ErrorTally errors) {}

  /// Hears of each operation in flight.
  interface InFlightVisitor {
    /// One that was sent and has not completed.
    ///
    /// @param kind its index
    /// @param sinceNs its intended time; without a schedule when its turn came
    /// @param sentNs when it was about to be sent
    void visit(int kind, long sinceNs, long sentNs);
  }

  protected final int index;
  protected final Clock clock;
  protected final RunControl control;
  protected final WorkerRecorder recorder;
  protected final Workload workload;
  protected final Driver driver;
  protected final ErrorTally errors;
  private volatile Thread thread;
  private volatile boolean ended;

  Worker(int index, Gear gear) {
    this.index = index;
    this.clock = gear.clock();
    this.control = gear.control();
    this.recorder = gear.recorder();
    this.workload = gear.workload();
    this.driver = gear.driver();
    this.errors = gear.errors();
  }

  @Override
  public final void run() {
    thread = Thread.currentThread();
    try {
      if (open() && awaitStart()) {
        work();
      }
    } catch (Throwable e) { // a bug of the engine or no memory: the run must end and say so
      control.fatal(e);
    } finally {
      control.doneOne(); // what it measured is complete, however long closing takes
      closeSessions();
      ended = true;
      control.endedOne();
    }
  }

  /// Opens its sessions.
  ///
  /// @throws Throwable whatever the driver throws
  abstract void openSessions() throws Throwable;

  /// Sends operations until there are no more or the run ends.
  abstract void work();

  /// Closes its sessions, each whatever became of the others; tells [RunControl#closeFailed] of
  /// what goes wrong.
  abstract void closeSessions();

  /// Where its operations come from; null without a schedule.
  abstract Intake intake();

  /// The intended time of the oldest operation that it has taken and not sent, or, if it sends one
  /// at a time, has in flight; `Long.MAX_VALUE` if there is none. Right after a flip or a swap.
  abstract long oldestIntendedNs();

  /// The run is closed and flipped: records what had completed by then and was not recorded yet.
  ///
  /// @param cutNs when the books were closed
  void sweep(long cutNs) {}

  /// Tells of what is in flight; the run is closed and swept.
  abstract void eachInFlight(InFlightVisitor visitor);

  /// Hears of each operation that was granted a slot, and not sent.
  interface UnsentVisitor {
    /// One that was neither sent nor is held.
    ///
    /// @param kind its index
    /// @param intendedNs its intended time
    void visit(int kind, long intendedNs);
  }

  /// Tells of what it no longer holds although it was not sent; the run is closed and swept.
  void eachUnsent(UnsentVisitor visitor) {}

  /// Interrupts what it has running apart from its own thread.
  void interruptSends() {}

  /// How many operations were in flight, and had to wait because as many as may be were.
  HeldBack heldBack() {
    return HeldBack.NONE;
  }

  /// Whether it sends nothing any more and has closed its session.
  final boolean ended() {
    return ended;
  }

  final Thread thread() {
    return thread;
  }

  private boolean open() {
    try {
      openSessions();
      control.openedOne();
      return true;
    } catch (Throwable e) { // whatever it is, the run must not start
      control.openFailed(e);
      return false;
    }
  }

  private boolean awaitStart() {
    long startNs = control.startNs();
    while (!control.closed() && clock.nanoTime() < startNs) {
      clock.parkUntil(startNs);
      startNs = control.startNs();
    }
    return !control.closed();
  }

  /// Where an operation is recorded; within a section.
  protected final KindRecordings recordings(int kind, boolean inWindow) {
    return inWindow ? recorder.active().window(kind) : recorder.active().warmup(kind);
  }

  /// Counts a failure; within a section.
  ///
  /// @param failure what was thrown; null if the outcome says it all
  protected final void tallyFailure(Throwable failure) {
    if (failure != null) {
      errors.add(failure);
    }
    control.failedOne();
  }
}
