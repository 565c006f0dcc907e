package dev.loadgen.engine.worker;

import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.schedule.RecordedOperation;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.ExactSum;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// Counts, once a run is closed, the operations that did not complete: those in flight and those
/// never sent. All that is known of the response time of such a one is a lower bound: the time from
/// its intended start to the instant at which the books were closed.
final class Census {
  private static final int HUNG_PART = 10;

  /// What is censored of one kind of operation.
  static final class Kind {
    final Histogram bounds = new Histogram(3);
    final ExactSum boundSum = new ExactSum();
    long inFlight;
    long neverSent;
  }

  private final List<Kind> kinds = new ArrayList<>();
  private final Workload workload;
  private final RunControl control;
  private final long cutNs;
  private long warmupInFlight;
  private long warmupNeverSent;
  private long warmupCut;
  private long behindHung;
  private int hung;

  private Census(Workload workload, RunControl control, long cutNs) {
    this.workload = workload;
    this.control = control;
    this.cutNs = cutNs;
    workload.kinds().forEach(kind -> kinds.add(new Kind()));
  }

  /// Takes the census.
  ///
  /// @param crew closed and flipped
  /// @param cutNs when the books were closed
  static Census of(Crew crew, Workload workload, RunControl control, long cutNs) {
    Census census = new Census(workload, control, cutNs);
    for (Worker worker : crew.workers()) {
      census.count(worker);
    }
    return census;
  }

  private void count(Worker worker) {
    Intake intake = worker.intake();
    long hungBefore = hung;
    long unsentBefore = neverSent();
    worker.eachInFlight((kind, sinceNs, sentNs) -> {
      inFlight(kind, sinceNs, intake != null);
      hung += isHung(sentNs) ? 1 : 0;
    });
    if (intake == null) {
      return;
    }
    warmupCut += intake.cut();
    worker.eachUnsent(this::unsent);
    if (intake.isHeld()) {
      neverSent(worker, intake.sequence(), intake.intendedNs(), intake.recorded());
    }
    ArrivalStream rest = intake.rest();
    long skipped = rest.skipTo(Math.min(control.windowNs(), control.endNs()) - control.startNs());
    leftOfWarmup(skipped);
    while (rest.advance()) {
      long intendedNs = control.startNs() + rest.intendedNs();
      if (intendedNs >= control.endNs()) {
        break;
      }
      neverSent(worker, rest.sequence(), intendedNs, rest.recorded());
    }
    if (hung > hungBefore) {
      behindHung += neverSent() - unsentBefore;
    }
  }

  private void inFlight(int index, long sinceNs, boolean scheduled) {
    if (sinceNs < control.windowNs()) {
      warmupInFlight++;
      return;
    }
    Kind kind = kinds.get(index);
    kind.inFlight++;
    if (scheduled) {
      censor(kind, sinceNs);
    }
  }

  /// Whether an operation takes so long that it is this that keeps the others waiting.
  private boolean isHung(long sentNs) {
    long windowNs = Math.min(cutNs, control.endNs()) - control.windowNs();
    return cutNs - sentNs > windowNs / HUNG_PART;
  }

  private void neverSent(
      Worker worker, long sequence, long intendedNs, RecordedOperation recorded) {
    if (intendedNs >= control.endNs()) {
      return; // taken ahead of its time, which never came: not part of the run
    }
    unsent(workload.kindIndex(worker.index, sequence, recorded), intendedNs);
  }

  private void unsent(int index, long intendedNs) {
    if (intendedNs >= control.windowNs()) {
      Kind kind = kinds.get(index);
      kind.neverSent++;
      censor(kind, intendedNs);
    } else {
      leftOfWarmup(1);
    }
  }

  private void leftOfWarmup(long count) {
    if (control.cutsWarmup() && cutNs >= control.windowNs()) {
      warmupCut += count;
    } else {
      warmupNeverSent += count;
    }
  }

  private void censor(Kind kind, long intendedNs) {
    long boundNs = Math.max(0, cutNs - intendedNs);
    kind.bounds.recordValue(boundNs);
    kind.boundSum.add(boundNs);
  }

  Kind kind(int index) {
    return kinds.get(index);
  }

  long inFlight() {
    return kinds.stream().mapToLong(kind -> kind.inFlight).sum();
  }

  long neverSent() {
    return kinds.stream().mapToLong(kind -> kind.neverSent).sum();
  }

  /// How many operations had been in flight for a tenth of the window or longer.
  int hung() {
    return hung;
  }

  /// How many operations were never sent by workers that had such ones; on a shared schedule, where
  /// any worker would have sent them, all if all hang.
  long behindHung(boolean shared, int workers) {
    if (shared) {
      return hung == workers ? neverSent() : 0;
    }
    return behindHung;
  }

  long warmupInFlight() {
    return warmupInFlight;
  }

  long warmupNeverSent() {
    return warmupNeverSent;
  }

  long warmupCut() {
    return warmupCut;
  }
}
