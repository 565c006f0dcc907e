package dev.loadgen.engine.worker;

import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.schedule.RecordedOperation;
import dev.loadgen.engine.time.Clock;

/// Where a worker gets its operations from: the next arrival of its stream, held until it is sent,
/// cut or given up. Part of its worker's books: written within the worker's sections, read by the
/// conductor after a flip.
final class Intake {
  /// What becomes of an operation whose time has come.
  enum Turn {
    /// It is sent; it is no longer held.
    SENT,
    /// It belonged to the warm-up, which is over; it is no longer held.
    CUT,
    /// The run is over; it stays held, never sent.
    OVER
  }

  private final ArrivalStream arrivals;
  private final RunControl control;
  private final Clock clock;
  private boolean held;
  private long sequence;
  private long intendedNs;
  private long lastSettledIntendedNs = Long.MIN_VALUE; // of what was sent or cut
  private long cut;

  Intake(ArrivalStream arrivals, RunControl control, Clock clock) {
    this.arrivals = arrivals;
    this.control = control;
    this.clock = clock;
  }

  /// Takes the next operation that the run has; leaves out what is left of the warm-up once the
  /// window has begun.
  ///
  /// @return false if there is none
  boolean takeNext() {
    if (held) {
      return false; // it was given up
    }
    while (arrivals.advance()) {
      sequence = arrivals.sequence();
      intendedNs = control.startNs() + arrivals.intendedNs();
      // What is due after the end is not part of the run, hence not cut either.
      long cutToNs = Math.min(control.windowNs(), control.endNs());
      if (intendedNs < cutToNs && cutsWarmupAt(clock.nanoTime())) {
        cut += 1 + arrivals.skipTo(cutToNs - control.startNs());
        lastSettledIntendedNs = cutToNs - 1;
        continue;
      }
      held = true;
      return intendedNs < control.endNs();
    }
    return false;
  }

  private boolean cutsWarmupAt(long nowNs) {
    return control.cutsWarmup() && nowNs >= control.windowNs();
  }

  /// The held operation's time has come.
  Turn settle(long nowNs) {
    if (control.overtaken(intendedNs)) {
      return Turn.OVER;
    }
    held = false;
    lastSettledIntendedNs = intendedNs;
    if (intendedNs < control.windowNs() && cutsWarmupAt(nowNs)) {
      cut++;
      return Turn.CUT;
    }
    return Turn.SENT;
  }

  /// Whether an operation is taken and neither sent nor cut.
  boolean isHeld() {
    return held;
  }

  /// The number of the operation taken last.
  long sequence() {
    return sequence;
  }

  /// Its intended time.
  long intendedNs() {
    return intendedNs;
  }

  /// What a recording says of it; null if that is nothing.
  RecordedOperation recorded() {
    return arrivals.recorded();
  }

  /// How many warm-up operations were left unsent when the window began.
  long cut() {
    return cut;
  }

  /// The latest intended time that was sent or cut; `Long.MIN_VALUE` if none was.
  long lastSettledIntendedNs() {
    return lastSettledIntendedNs;
  }

  /// The arrivals not yet taken: the conductor's, once the run is closed.
  ArrivalStream rest() {
    return arrivals;
  }
}
