package dev.loadgen.engine.worker;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.workload.Preparer;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.WorkerRecorder;

/// A thread that drives one session: opens it, sends its share of the operations, closes it.
///
/// Its books (the fields below) and its recordings are written by this thread inside sections of
/// its [WorkerRecorder], and read by the conductor after it has flipped the recorder's phaser: so
/// the conductor sees each operation either wholly done or not at all. A section that finds the run
/// closed changes nothing; what is in flight then stays in flight, censored.
abstract class Worker implements Runnable {
  /// Stands for every exception among the outcomes.
  static final int EXCEPTION = Outcome.LIMIT;

  /// What was read is not what the workload wrote.
  private static final Outcome WRONG_VALUE = Outcome.failure("WRONG_VALUE");

  /// What a worker works with.
  record Gear(
      Clock clock,
      RunControl control,
      WorkerRecorder recorder,
      Workload workload,
      Driver driver,
      ErrorTally errors) {}

  protected final int index;
  protected final Clock clock;
  protected final RunControl control;
  protected final WorkerRecorder recorder;
  protected final Workload workload;
  protected final Preparer preparer;
  private final boolean verifies;
  private final Driver driver;
  private final ErrorTally errors;
  private Session session;
  private volatile Thread thread;
  private volatile boolean ended;

  // The books: see above.
  boolean held; // an operation is taken and not sent
  long heldSequence;
  long heldIntendedNs;
  boolean inFlight;
  boolean inFlightInWindow;
  int inFlightKind;
  long inFlightSentNs; // when it was about to be sent
  long inFlightSinceNs; // its intended time; without a schedule when its turn came
  long lastSettledIntendedNs = Long.MIN_VALUE; // of what was sent or cut
  long cut; // warm-up operations left unsent when the window began

  // Of the last execution.
  protected long sentNs;
  protected long completedNs;
  protected int outcome;
  protected boolean success;
  private Throwable failure;

  Worker(int index, Gear gear) {
    this.index = index;
    this.clock = gear.clock();
    this.control = gear.control();
    this.recorder = gear.recorder();
    this.workload = gear.workload();
    this.preparer = workload.preparer(index);
    this.verifies = workload.verifies();
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
      close();
      ended = true;
      control.endedOne();
    }
  }

  /// Sends operations until there are no more or the run ends.
  abstract void work();

  /// Whether it sends nothing any more and has closed its session.
  final boolean ended() {
    return ended;
  }

  final Thread thread() {
    return thread;
  }

  private boolean open() {
    try {
      session = driver.open(index);
      if (session == null) {
        throw new IllegalStateException("the driver's open(" + index + ") returned null");
      }
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

  private void close() {
    if (session != null) {
      try {
        session.close();
      } catch (Throwable e) { // whatever it is, the other sessions are to be closed, too
        control.closeFailed(e);
      }
    }
  }

  /// Calls the driver, with a stamp on either side.
  protected final void execute(Operation operation) {
    failure = null;
    Outcome result = null;
    sentNs = clock.nanoTime();
    try {
      result = session.execute(operation);
      completedNs = clock.nanoTime();
    } catch (Error e) {
      completedNs = clock.nanoTime();
      failure = e;
      control.fatal(e);
    } catch (Throwable e) { // also what no `throws` announced
      completedNs = clock.nanoTime();
      failure = e;
    }
    if (result != null) {
      outcome = result.id();
      success = result.isSuccess();
      if (verifies && success && result != Outcome.NOT_FOUND && !preparer.verify()) {
        outcome = WRONG_VALUE.id();
        success = false;
      }
    } else {
      outcome = EXCEPTION;
      success = false;
      if (failure == null) {
        failure = new NullPointerException("the driver returned null instead of an Outcome");
      }
    }
  }

  /// Counts the failure of the last execution, if it failed; within a section.
  protected final void tallyFailure() {
    if (!success) {
      if (failure != null) {
        errors.add(failure);
      }
      control.failedOne();
    }
  }
}
