package dev.loadgen.histograms.summary;

/// Operations of the open model that were due while as many were in flight as may be: they waited
/// for one of those to end, and while they did the model was not open. And how near the others came
/// to that bound.
///
/// @param count how many
/// @param mostNs how long one waited at most
/// @param mostInFlight how many operations were in flight at once, at most; of several dispatchers
///   the sum, which may be more than there were at any one time
public record HeldBack(long count, long mostNs, long mostInFlight) {
  /// None were.
  public static final HeldBack NONE = new HeldBack(0, 0, 0);

  /// These and others.
  public HeldBack and(HeldBack other) {
    return new HeldBack(
        count + other.count, Math.max(mostNs, other.mostNs), mostInFlight + other.mostInFlight);
  }
}
