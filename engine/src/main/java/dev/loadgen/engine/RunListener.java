package dev.loadgen.engine;

import dev.loadgen.engine.result.IntervalReport;

/// Hears of a run while it goes on. Called by the thread that runs it: be quick.
public interface RunListener {
  /// A listener that does nothing.
  RunListener NONE = new RunListener() {};

  /// All sessions are open; the schedule starts in a moment.
  default void starting() {}

  /// An interval has ended.
  default void interval(IntervalReport report) {}

  /// Something differs from what was asked for, or is good to know; one sentence.
  default void notice(String sentence) {}

  /// Something is wrong, and the run goes on; one sentence.
  default void problem(String sentence) {}
}
