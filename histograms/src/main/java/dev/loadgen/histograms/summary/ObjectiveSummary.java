package dev.loadgen.histograms.summary;

/// What became of an objective. What is known of its figure is an interval, since operations may be
/// censored; the objective holds only if all of the interval does.
///
/// @param objective as it can be typed: `response.p99 < 20ms`
/// @param verdict whether it held
/// @param unit of the next three: `ns`, or `ratio` for a share, 0 to 1
/// @param limit what the figure was to stay below or above
/// @param atLeast the lowest that the figure can be; NaN if there is nothing to tell
/// @param atMost the highest that it can be; infinite if nothing bounds it
/// @param reason why, where the figures do not say it; else empty
public record ObjectiveSummary(
    String objective,
    Verdict verdict,
    String unit,
    double limit,
    double atLeast,
    double atMost,
    String reason) {
  /// Whether an objective held.
  public enum Verdict {
    /// It did.
    HELD,
    /// It did not, or nobody can say so because of operations that never completed.
    MISSED,
    /// Nothing speaks against it, but there were too few operations to tell.
    UNDECIDED
  }

  /// The unit of latencies.
  public static final String NS = "ns";

  /// The unit of shares.
  public static final String RATIO = "ratio";

  /// Whether it held: only then is a run good.
  public boolean held() {
    return verdict == Verdict.HELD;
  }
}
