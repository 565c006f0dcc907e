package dev.loadgen.engine.worker;

import dev.loadgen.driver.Outcome;
import dev.loadgen.engine.result.LoadMark;
import dev.loadgen.engine.result.RunFiles;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.recording.Recordings;

/// Marks how far a load has come while it goes on. Records that a driver has only batched are not
/// there: once one is, the mark stays where it was. By the conductor's thread.
final class LoadProgress {
  private final Workload workload;
  private final RunFiles files;
  private boolean answered; // at least one: whose outcome tells whether the driver batches
  private boolean batched;

  LoadProgress(Workload workload, RunFiles files) {
    this.workload = workload;
    this.files = files;
  }

  /// Nothing has been sent yet.
  void begin() {
    workload.loaded().ifPresent(files::loaded);
  }

  /// An interval has ended.
  void cut(Recordings interval) {
    if (workload.loaded().isEmpty() || batched) {
      return;
    }
    for (int i = 0; i < interval.kinds(); i++) {
      answered |= interval.window(i).succeededCount() > 0;
      batched |= hasBatched(interval.window(i));
    }
    if (answered && !batched) {
      workload.loaded().ifPresent(files::loaded);
    }
  }

  private static boolean hasBatched(KindRecordings kind) {
    for (int id = 0; id < Outcome.LIMIT; id++) {
      if (kind.outcomeCount(id) > 0 && Outcome.byId(id).name().equals(LoadMark.BATCHED)) {
        return true;
      }
    }
    return false;
  }
}
