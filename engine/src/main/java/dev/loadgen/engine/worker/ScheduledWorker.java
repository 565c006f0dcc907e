package dev.loadgen.engine.worker;

import dev.loadgen.driver.Operation;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.histograms.recording.KindRecordings;
import java.util.function.LongPredicate;

/// Sends operations at their intended times, or as soon after as the previous one allows.
///
/// Each operation is taken, prepared, waited for, sent, completed. Its response time falls into
/// `backlog wait + lag + service`, exactly: `idealFree` is when this worker would have been free
/// had every operation been sent the moment it could be, so it is never later than when it really
/// was, and all three parts are at least 0.
final class ScheduledWorker extends Worker {
  private final ArrivalStream arrivals;
  private final Pacer pacer;
  private final LongPredicate overtaken;
  private long idealFreeNs;

  ScheduledWorker(int index, Gear gear, ArrivalStream arrivals, Pacer pacer) {
    super(index, gear);
    this.arrivals = arrivals;
    this.pacer = pacer;
    this.overtaken = control::overtaken;
  }

  /// The arrivals not yet taken: the conductor's, once the run is closed.
  ArrivalStream arrivals() {
    return arrivals;
  }

  @Override
  void work() {
    idealFreeNs = control.startNs();
    while (turn()) {
      Operation operation = preparer.prepare(heldSequence);
      long nowNs = pacer.await(heldIntendedNs, overtaken);
      if (begin(nowNs)) {
        execute(operation);
        preparer.completed(success);
      } else {
        preparer.dropped();
      }
    }
  }

  /// Records the operation that has just completed, if any, and takes the next one.
  private boolean turn() {
    long token = recorder.enter();
    try {
      if (control.closed()) {
        return false;
      }
      if (inFlight) {
        complete();
        inFlight = false;
      }
      return !held && takeNext();
    } finally {
      recorder.exit(token);
    }
  }

  private boolean takeNext() {
    while (arrivals.advance()) {
      heldSequence = arrivals.sequence();
      heldIntendedNs = control.startNs() + arrivals.intendedNs();
      // What is due after the end is not part of the run, hence not cut either.
      long cutToNs = Math.min(control.windowNs(), control.endNs());
      if (heldIntendedNs < cutToNs && isCut(heldIntendedNs)) {
        cut += 1 + arrivals.skipTo(cutToNs - control.startNs());
        lastSettledIntendedNs = cutToNs - 1;
        continue;
      }
      held = true;
      return heldIntendedNs < control.endNs();
    }
    return false;
  }

  /// Whether it is a warm-up operation and the window has begun: it will not be sent.
  private boolean isCut(long intendedNs) {
    long windowNs = control.windowNs();
    return intendedNs < windowNs && control.cutsWarmup() && clock.nanoTime() >= windowNs;
  }

  /// Marks the held operation as sent, unless its time is over.
  ///
  /// @return whether to send it
  private boolean begin(long nowNs) {
    long token = recorder.enter();
    try {
      if (control.overtaken(heldIntendedNs)) {
        return false; // stays held: never sent
      }
      held = false;
      boolean inWindow = heldIntendedNs >= control.windowNs();
      if (!inWindow && control.cutsWarmup() && nowNs >= control.windowNs()) {
        cut++;
        lastSettledIntendedNs = heldIntendedNs;
        return false;
      }
      inFlight = true;
      inFlightInWindow = inWindow;
      inFlightKind = preparer.kindIndex();
      inFlightSinceNs = heldIntendedNs;
      inFlightSentNs = nowNs;
      lastSettledIntendedNs = heldIntendedNs;
      recordings().sent();
      return true;
    } finally {
      recorder.exit(token);
    }
  }

  private void complete() {
    long intendedNs = inFlightSinceNs;
    long serviceNs = completedNs - sentNs;
    long waitNs = Math.max(0, idealFreeNs - intendedNs);
    idealFreeNs = Math.max(intendedNs, idealFreeNs) + serviceNs;
    long lagNs = sentNs - intendedNs - waitNs;
    long responseNs = completedNs - intendedNs;
    KindRecordings recordings = recordings();
    if (completedNs < control.overNs()) {
      recordings.completedInTime();
    }
    if (success) {
      recordings.succeeded(outcome, serviceNs, responseNs, waitNs, lagNs);
    } else {
      recordings.failed(outcome, serviceNs, responseNs, waitNs, lagNs);
      tallyFailure();
    }
  }

  private KindRecordings recordings() {
    return inFlightInWindow
        ? recorder.active().window(inFlightKind)
        : recorder.active().warmup(inFlightKind);
  }
}
