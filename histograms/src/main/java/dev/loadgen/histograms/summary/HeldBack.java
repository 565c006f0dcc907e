package dev.loadgen.histograms.summary;

/// Operations of the open model that were due while as many were in flight as may be: they waited
/// for one of those to end, and while they did the model was not open.
///
/// @param count how many
/// @param mostNs how long one waited at most
public record HeldBack(long count, long mostNs) {
  /// None were.
  public static final HeldBack NONE = new HeldBack(0, 0);

  /// These and others.
  public HeldBack and(HeldBack other) {
    return new HeldBack(count + other.count, Math.max(mostNs, other.mostNs));
  }
}
