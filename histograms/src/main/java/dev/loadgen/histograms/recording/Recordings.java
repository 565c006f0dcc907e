package dev.loadgen.histograms.recording;

import java.util.Arrays;

/// All that one thread records, or a total of several: each kind of operation, window and warm-up
/// apart. One writer at a time.
public final class Recordings {
  private final KindRecordings[] window;
  private final KindRecordings[] warmup;

  /// An empty set.
  public Recordings(RecordingLayout layout) {
    window = new KindRecordings[layout.kinds()];
    Arrays.setAll(window, i -> new KindRecordings(layout));
    warmup = layout.warmup() ? new KindRecordings[layout.kinds()] : new KindRecordings[0];
    Arrays.setAll(warmup, i -> new KindRecordings(layout));
  }

  /// How many kinds of operation there are.
  public int kinds() {
    return window.length;
  }

  /// What was recorded of a kind in the window.
  public KindRecordings window(int kind) {
    return window[kind];
  }

  /// What was recorded of a kind in the warm-up.
  ///
  /// @throws IllegalStateException if the layout has none
  public KindRecordings warmup(int kind) {
    if (warmup.length == 0) {
      throw new IllegalStateException("this run has no warm-up");
    }
    return warmup[kind];
  }

  /// Adds all of this to a total of the same layout.
  public void addTo(Recordings total) {
    for (int i = 0; i < window.length; i++) {
      window[i].addTo(total.window[i]);
    }
    for (int i = 0; i < warmup.length; i++) {
      warmup[i].addTo(total.warmup[i]);
    }
  }

  /// Empties it.
  public void reset() {
    for (KindRecordings kind : window) {
      kind.reset();
    }
    for (KindRecordings kind : warmup) {
      kind.reset();
    }
  }
}
