package dev.loadgen.engine.schedule;

/// Arrivals that can only be had one after the other: drawn at random, or read from a recording.
/// Made anew, it gives the same ones again. Not thread-safe.
public interface ArrivalSequence extends AutoCloseable {
  /// Moves to the next arrival.
  ///
  /// @return false if there is none
  boolean advance();

  /// When it is due: never before the one before it.
  ///
  /// @return ns from the start of the schedule
  long offsetNs();

  /// What is known of the operation beside its time; null if that is nothing.
  default RecordedOperation recorded() {
    return null;
  }

  /// Lets go of what it is read from.
  @Override
  default void close() {}
}
