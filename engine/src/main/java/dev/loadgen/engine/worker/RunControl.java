package dev.loadgen.engine.worker;

import dev.loadgen.engine.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// What the threads of a run tell one another: where the window lies, that it ends, that the books
/// are closed. Workers read; the conductor writes, and whoever asks for a stop; everything is
/// volatile. All instants are in the clock's time.
final class RunControl {
  /// Why a run ended before its plan did.
  enum Stop {
    /// Somebody asked for it.
    REQUESTED,
    /// More failures than the plan allows.
    TOO_MANY_ERRORS,
    /// An objective can no longer be met.
    OBJECTIVE_LOST,
    /// The driver threw an `Error`, or the engine failed.
    FATAL
  }

  /// Calls of the driver that failed beside operations: how many, and why the first did.
  record Failures(int count, Throwable first) {
    Failures and(Throwable cause) {
      return new Failures(count + 1, first == null ? cause : first);
    }
  }

  private final Clock clock;
  private final Thread conductor;
  private final boolean cutsWarmup;
  private final long maxErrors;
  private final AtomicLong failures = new AtomicLong();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicReference<Throwable> openFailure = new AtomicReference<>();
  private final AtomicReference<Failures> closeFailures =
      new AtomicReference<>(new Failures(0, null));
  private final AtomicReference<Failures> flushFailures =
      new AtomicReference<>(new Failures(0, null));
  private final AtomicLong strays = new AtomicLong();
  private final AtomicReference<Throwable> fatal = new AtomicReference<>();
  private final AtomicReference<Stop> stop = new AtomicReference<>();
  private final AtomicInteger stopRequests = new AtomicInteger();
  private volatile long startNs = Long.MAX_VALUE;
  private volatile long windowNs = Long.MAX_VALUE;
  private volatile long endNs = Long.MAX_VALUE;
  private volatile long plannedEndNs = Long.MAX_VALUE;
  private volatile long firstEndNs = Long.MAX_VALUE;
  private volatile boolean closed;

  RunControl(Clock clock, Thread conductor, boolean cutsWarmup, long maxErrors) {
    this.clock = clock;
    this.conductor = conductor;
    this.cutsWarmup = cutsWarmup;
    this.maxErrors = maxErrors;
  }

  /// The clock's time.
  long nowNs() {
    return clock.nanoTime();
  }

  /// Fixes the instants; before the workers are let go.
  ///
  /// @param newPlannedNs how long the window is by its plan, if it is not stopped early
  void schedule(long newStartNs, long newWindowNs, long newEndNs, long newPlannedNs) {
    plannedEndNs = newWindowNs + newPlannedNs;
    firstEndNs = newEndNs;
    windowNs = newWindowNs;
    endNs = newEndNs;
    startNs = newStartNs;
  }

  /// The schedule's start; `Long.MAX_VALUE` while it is not fixed.
  long startNs() {
    return startNs;
  }

  /// The window's start.
  long windowNs() {
    return windowNs;
  }

  /// When the window is over: at its end T, or when its operations have fallen due. Rates are of
  /// the time until then.
  long overNs() {
    return Math.min(endNs, plannedEndNs);
  }

  /// The window's end T: nothing intended from here on belongs to the run.
  long endNs() {
    return endNs;
  }

  void endAt(long newEndNs) {
    endNs = newEndNs;
  }

  /// Whether the window ended before its plan did.
  boolean endedEarly() {
    return endNs < Math.min(plannedEndNs, firstEndNs);
  }

  /// Whether unsent warm-up operations are cut when the window begins.
  boolean cutsWarmup() {
    return cutsWarmup;
  }

  /// Whether the books are closed: from now on nothing is sent, and nothing that completes counts.
  boolean closed() {
    return closed;
  }

  void close() {
    closed = true;
  }

  /// Whether waiting for this instant has lost its sense.
  boolean overtaken(long intendedNs) {
    return closed || intendedNs >= endNs;
  }

  void openedOne() {
    opened.incrementAndGet();
    clock.unpark(conductor);
  }

  int opened() {
    return opened.get();
  }

  void openFailed(Throwable cause) {
    openFailure.compareAndSet(null, cause);
    clock.unpark(conductor);
  }

  Throwable openFailure() {
    return openFailure.get();
  }

  void closeFailed(Throwable cause) {
    closeFailures.updateAndGet(failures -> failures.and(cause));
  }

  Failures closeFailures() {
    return closeFailures.get();
  }

  /// A ticket was completed that had ended already, or never was one.
  void strayCompletion() {
    strays.incrementAndGet();
  }

  long strayCompletions() {
    return strays.get();
  }

  void flushFailed(Throwable cause) {
    flushFailures.updateAndGet(failures -> failures.and(cause));
  }

  Failures flushFailures() {
    return flushFailures.get();
  }

  void doneOne() {
    done.incrementAndGet();
    clock.unpark(conductor);
  }

  /// How many workers send nothing any more.
  int done() {
    return done.get();
  }

  void endedOne() {
    ended.incrementAndGet();
    clock.unpark(conductor);
  }

  /// How many workers have ended, their sessions closed.
  int ended() {
    return ended.get();
  }

  /// Counts a failed operation.
  void failedOne() {
    if (failures.incrementAndGet() > maxErrors) {
      stop(Stop.TOO_MANY_ERRORS);
    }
  }

  /// Ends the run because of what the driver threw.
  void fatal(Throwable cause) {
    fatal.compareAndSet(null, cause);
    stop(Stop.FATAL);
  }

  Throwable fatal() {
    return fatal.get();
  }

  /// Asks the conductor to end the run now; the first reason counts.
  void stop(Stop reason) {
    if (closed) {
      return; // the run has ended by itself
    }
    stop.compareAndSet(null, reason);
    if (reason == Stop.REQUESTED) {
      stopRequests.incrementAndGet();
    }
    clock.unpark(conductor);
  }

  /// Why the run is to end now; null if it is not.
  Stop stop() {
    return stop.get();
  }

  void skipDrain() {
    stopRequests.addAndGet(2);
    clock.unpark(conductor);
  }

  /// How often somebody asked for a stop: the second time skips the drain.
  int stopRequests() {
    return stopRequests.get();
  }
}
