package dev.loadgen.engine.worker;

import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.recording.WorkerRecorder;
import dev.loadgen.histograms.summary.HeldBack;
import java.util.List;

/// All workers of a run with their recorders, as the conductor sees them.
///
/// @param workers in the order of their indexes
/// @param recorders likewise
record Crew(List<Worker> workers, List<WorkerRecorder> recorders) {
  /// Collects what was recorded since the last call: gives each recorder an empty set and adds the
  /// full one up.
  ///
  /// @param into what is added to
  /// @param spare an empty set
  /// @return another empty set, for the next call
  Recordings swap(Recordings into, Recordings spare) {
    Recordings empty = spare;
    for (WorkerRecorder recorder : recorders) {
      Recordings full = recorder.swap(empty);
      full.addTo(into);
      full.reset();
      empty = full;
    }
    return empty;
  }

  /// Waits until every section that had begun is over: what the workers wrote in it can be read.
  void flip() {
    recorders.forEach(WorkerRecorder::flip);
  }

  /// The run is closed and flipped: records what had completed by then.
  ///
  /// @param cutNs when the books were closed
  void sweep(long cutNs) {
    workers.forEach(worker -> worker.sweep(cutNs));
  }

  /// How many warm-up operations were cut so far; right after a flip or a swap.
  long cut() {
    return workers.stream()
        .mapToLong(worker -> worker.intake() == null ? 0 : worker.intake().cut())
        .sum();
  }

  /// The intended time of the oldest operation that keeps others waiting; `Long.MAX_VALUE` if there
  /// is none. Right after a flip or a swap.
  long oldestIntendedNs() {
    return workers.stream().mapToLong(Worker::oldestIntendedNs).min().orElseThrow();
  }

  /// The latest intended time that was sent or cut; `Long.MIN_VALUE` if none was. On a schedule,
  /// after a flip.
  long lastSettledIntendedNs() {
    return workers.stream()
        .mapToLong(worker -> worker.intake().lastSettledIntendedNs())
        .max()
        .orElseThrow();
  }

  /// What was held back at the bound of the open model; after a flip.
  HeldBack heldBack() {
    return workers.stream().map(Worker::heldBack).reduce(HeldBack.NONE, HeldBack::and);
  }
}
