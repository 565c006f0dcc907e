package dev.loadgen.engine.schedule;

/// When operations are due, by their number: a pure function, computed anew for each number, so
/// that it cannot drift. Due times never decrease. Thread-safe.
///
/// A number may have a fraction: half-way between operations 3 and 4 is 3 and 0.5. So the same
/// timetable serves schedules that lie between one another, and arrivals at random.
public interface Timetable {
  /// An offset that is never reached, some 146 years after the start: what would be due then or
  /// later is not an arrival. Far enough below the largest number that instants can be added to it.
  long NEVER_NS = 1L << 62;

  /// When an operation is due.
  ///
  /// @param k from 0
  /// @param fraction 0 to 1, exclusive
  /// @return ns from the start of the schedule, rounded down; [#NEVER_NS] if it would be later
  long offsetNs(long k, double fraction);

  /// How many operations are due before an instant: the number of k with `offsetNs(k, fraction) <
  /// offsetNs`.
  long countBefore(long offsetNs, double fraction);
}
