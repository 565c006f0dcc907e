package dev.loadgen.engine.schedule;

/// When the operations of a run are intended to start. Immutable but for streams that share a
/// position.
public interface ArrivalSchedule extends AutoCloseable {
  /// The arrivals that one worker sends. Call once per worker; in a shared schedule all streams
  /// draw from one sequence.
  ///
  /// @param worker from 0
  ArrivalStream stream(int worker);

  /// How many operations of the whole run are intended before an instant.
  ///
  /// @param offsetNs ns from the start of the schedule
  long countBefore(long offsetNs);

  /// Lets go of what it is read from; nobody asks it any more.
  @Override
  default void close() {}
}
