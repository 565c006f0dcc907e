package dev.loadgen.engine.schedule;

/// A sequence of arrivals, read one after the other. Intended times never decrease. Not
/// thread-safe: one reader at a time (what shared streams share is).
public interface ArrivalStream {
  /// Moves to the next arrival.
  ///
  /// @return false if there is none
  boolean advance();

  /// The operation's number in the whole run.
  long sequence();

  /// The intended time.
  ///
  /// @return ns from the start of the schedule
  long intendedNs();
}
