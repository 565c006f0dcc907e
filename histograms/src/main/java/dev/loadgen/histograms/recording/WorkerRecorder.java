package dev.loadgen.histograms.recording;

import java.util.Objects;
import org.HdrHistogram.WriterReaderPhaser;

/// Hands one writing thread a set of recordings, and a reading thread the full sets, without a lock
/// on the writer's side: HdrHistogram's [WriterReaderPhaser] guards the whole set, so that what the
/// reader gets is one consistent cut over all kinds of operation.
///
/// The writer encloses every use of [#active] in `enter` and `exit`, which is wait-free. The reader
/// puts an empty set in place with [#swap] and waits until every section that might still see the
/// old one is over; so sections must be short.
public final class WorkerRecorder {
  private static final long YIELD_NS = 50_000;

  private final WriterReaderPhaser phaser = new WriterReaderPhaser();
  private volatile Recordings active;

  /// @param first the empty set to begin with
  public WorkerRecorder(Recordings first) {
    active = Objects.requireNonNull(first, "first");
  }

  /// Begins a section; the writer only.
  ///
  /// @return to be handed to [#exit]
  public long enter() {
    return phaser.writerCriticalSectionEnter();
  }

  /// Ends a section.
  public void exit(long token) {
    phaser.writerCriticalSectionExit(token);
  }

  /// The set to record into; valid until the section ends. The reader may swap it while a section
  /// goes on, so what belongs together is recorded into the set of one call.
  public Recordings active() {
    return active;
  }

  /// Puts an empty set in place; the reader only.
  ///
  /// @return the set that was in place: no writer touches it any more
  public Recordings swap(Recordings empty) {
    phaser.readerLock();
    try {
      Recordings full = active;
      active = empty;
      phaser.flipPhase(YIELD_NS);
      return full;
    } finally {
      phaser.readerUnlock();
    }
  }

  /// Waits until every section that has begun is over: what the writer wrote in it can be read.
  public void flip() {
    phaser.readerLock();
    try {
      phaser.flipPhase(YIELD_NS);
    } finally {
      phaser.readerUnlock();
    }
  }
}
