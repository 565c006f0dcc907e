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
final class ScheduledWorker extends SessionWorker {
  private final Intake intake;
  private final Pacer pacer;
  private final LongPredicate overtaken;
  private long idealFreeNs;

  ScheduledWorker(int index, Gear gear, ArrivalStream arrivals, Pacer pacer) {
    super(index, gear);
    this.intake = new Intake(arrivals, control, clock);
    this.pacer = pacer;
    this.overtaken = control::overtaken;
  }

  @Override
  Intake intake() {
    return intake;
  }

  @Override
  void work() {
    idealFreeNs = control.startNs();
    while (turn()) {
      Operation operation = preparer.prepare(intake.sequence(), intake.recorded());
      long nowNs = pacer.await(intake.intendedNs(), overtaken);
      if (begin(nowNs)) {
        execute(operation);
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
      return intake.takeNext();
    } finally {
      recorder.exit(token);
    }
  }

  /// Marks the held operation as sent, unless its time is over.
  ///
  /// @return whether to send it
  private boolean begin(long nowNs) {
    long token = recorder.enter();
    try {
      if (intake.settle(nowNs) != Intake.Turn.SENT) {
        return false;
      }
      inFlight = true;
      inFlightSinceNs = intake.intendedNs();
      inFlightInWindow = inFlightSinceNs >= control.windowNs();
      inFlightKind = preparer.kindIndex();
      inFlightSentNs = nowNs;
      recordings(inFlightKind, inFlightInWindow).sent();
      return true;
    } finally {
      recorder.exit(token);
    }
  }

  private void complete() {
    long intendedNs = inFlightSinceNs;
    long serviceNs = last.completedNs - last.sentNs;
    long waitNs = Math.max(0, idealFreeNs - intendedNs);
    idealFreeNs = Math.max(intendedNs, idealFreeNs) + serviceNs;
    long lagNs = last.sentNs - intendedNs - waitNs;
    long responseNs = last.completedNs - intendedNs;
    KindRecordings recordings = recordings(inFlightKind, inFlightInWindow);
    if (last.completedNs < control.overNs()) {
      recordings.completedInTime();
    }
    if (last.success) {
      recordings.succeeded(last.outcome, serviceNs, responseNs, waitNs, lagNs);
    } else {
      recordings.failed(last.outcome, serviceNs, responseNs, waitNs, lagNs);
      tallyFailure(last.failure);
    }
  }

  @Override
  long oldestIntendedNs() {
    return inFlight ? inFlightSinceNs : intake.isHeld() ? intake.intendedNs() : Long.MAX_VALUE;
  }
}
