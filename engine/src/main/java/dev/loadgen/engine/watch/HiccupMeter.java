package dev.loadgen.engine.watch;

import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.recording.WorkerRecorder;

/// How much later than it wanted an otherwise idle thread woke up (Gil Tene's jHiccup). It wants to
/// wake at multiples of a period fixed in advance, and records the lateness of each, so that a
/// stall of many periods is recorded many times, as users of a schedule would have met it. It waits
/// as the workers do.
final class HiccupMeter {
  static final long PERIOD_NS = 5_000_000;

  private final Clock clock;
  private final WorkerRecorder recorder = new WorkerRecorder(new Recordings(layout()));
  private Thread thread;
  private volatile boolean stopped;

  HiccupMeter(Clock clock) {
    this.clock = clock;
  }

  /// The layout of the sets that the recorder is to be swapped with.
  static RecordingLayout layout() {
    return new RecordingLayout(1, 1, false, false, 60_000_000_000L);
  }

  WorkerRecorder recorder() {
    return recorder;
  }

  void start(long startNs, Pacer pacer) {
    thread = clock.thread("loadgen-hiccup", () -> measure(startNs, pacer));
    thread.start();
  }

  private void measure(long startNs, Pacer pacer) {
    long wantedNs = startNs;
    while (!stopped) {
      long nowNs = pacer.await(wantedNs, deadline -> stopped);
      if (nowNs >= wantedNs && !stopped) {
        record(nowNs - wantedNs);
      }
      wantedNs += PERIOD_NS;
    }
  }

  private void record(long lateNs) {
    long token = recorder.enter();
    try {
      recorder.active().window(0).succeededUnscheduled(0, lateNs);
    } finally {
      recorder.exit(token);
    }
  }

  void stop() {
    stopped = true;
    if (thread != null) {
      clock.unpark(thread);
    }
  }
}
