package dev.loadgen.engine.worker;

/// Operations of the open model that were due while as many as may be were in flight.
///
/// @param count how many
/// @param mostNs how long one was held back at most
record HeldBack(long count, long mostNs) {
  static final HeldBack NONE = new HeldBack(0, 0);

  HeldBack and(HeldBack other) {
    return new HeldBack(count + other.count, Math.max(mostNs, other.mostNs));
  }
}
