package dev.loadgen.engine.worker;

import dev.loadgen.histograms.recording.KindRecordings;

/// Sends one operation after the other, as fast as the system answers. There is no schedule, hence
/// no intended time and no response time. An operation belongs to the window if its turn came
/// within it.
final class UnscheduledWorker extends SessionWorker {
  private final int workers;
  private long sequence;
  private long left;

  /// @param workers how many there are in all
  /// @param share how many operations of the window this worker sends at most
  UnscheduledWorker(int index, Gear gear, int workers, long share) {
    super(index, gear);
    this.workers = workers;
    this.sequence = index - (long) workers;
    this.left = share;
  }

  @Override
  void work() {
    long nowNs = clock.nanoTime();
    while (turn(nowNs)) {
      execute(preparer.prepare(sequence, null));
      nowNs = last.completedNs;
    }
  }

  /// Records the operation that has just completed, if any, and begins the next one.
  private boolean turn(long nowNs) {
    long token = recorder.enter();
    try {
      if (control.closed()) {
        return false;
      }
      if (inFlight) {
        complete();
        inFlight = false;
      }
      boolean inWindow = nowNs >= control.windowNs();
      if (nowNs >= control.endNs() || (inWindow && left == 0)) {
        return false;
      }
      if (inWindow) {
        left--;
      }
      sequence += workers;
      inFlight = true;
      inFlightInWindow = inWindow;
      inFlightKind = workload.kindIndex(index, sequence);
      inFlightSinceNs = nowNs;
      inFlightSentNs = nowNs;
      recordings(inFlightKind, inFlightInWindow).sent();
      return true;
    } finally {
      recorder.exit(token);
    }
  }

  private void complete() {
    KindRecordings recordings = recordings(inFlightKind, inFlightInWindow);
    if (last.completedNs < control.overNs()) {
      recordings.completedInTime();
    }
    if (last.success) {
      recordings.succeededUnscheduled(last.outcome, last.completedNs - last.sentNs);
    } else {
      recordings.failedUnscheduled(last.outcome, last.completedNs - last.sentNs);
      tallyFailure(last.failure);
    }
  }

  @Override
  Intake intake() {
    return null;
  }

  @Override
  long oldestIntendedNs() {
    return inFlight ? inFlightSinceNs : Long.MAX_VALUE;
  }
}
