package dev.loadgen.engine.schedule;

/// A sequence of arrivals, read one after the other. Intended times never decrease. Not
/// thread-safe: one reader at a time (what shared streams share is).
public interface ArrivalStream {
  /// Moves to the next arrival.
  ///
  /// @return false if there is none
  boolean advance();

  /// Leaves out what is due before an instant and was not taken yet, in one step however much it
  /// is; [#sequence] and [#intendedNs] are those of the arrival taken last.
  ///
  /// @param offsetNs ns from the start of the schedule
  /// @return how many arrivals were left out; of a shared sequence, each is counted by one stream
  long skipTo(long offsetNs);

  /// The operation's number in the whole run.
  long sequence();

  /// The intended time.
  ///
  /// @return ns from the start of the schedule
  long intendedNs();

  /// What a recording says of the operation beside its time; null if there is none, or that is
  /// nothing.
  default RecordedOperation recorded() {
    return null;
  }
}
