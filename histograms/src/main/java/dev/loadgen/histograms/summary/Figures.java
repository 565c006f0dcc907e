package dev.loadgen.histograms.summary;

import dev.loadgen.histograms.recording.ExactSum;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/// The figures of one series of latencies, of which some may be censored: known only to be at least
/// so long.
///
/// Every figure is taken from two distributions. L has the censored at their bounds, U has them at
/// infinity; the truth lies between. Where both give the same value, that is the figure; where they
/// differ it is L's, and only a lower bound. Immutable, as long as nobody writes to the histograms.
public final class Figures {
  private final Histogram observed;
  private final Histogram lower;
  private final ExactSum lowerSum = new ExactSum();

  private Figures(Histogram observed, Histogram lower) {
    this.observed = observed;
    this.lower = lower;
  }

  /// The figures of a series without censored operations.
  public static Figures of(Histogram observed, ExactSum sum) {
    return of(observed, sum, null, null);
  }

  /// The figures of a series.
  ///
  /// @param observed ns
  /// @param observedSum the exact sum of the same
  /// @param censored lower bounds, ns; null if there are none
  /// @param censoredSum the exact sum of the same; null if there are none
  public static Figures of(
      Histogram observed, ExactSum observedSum, Histogram censored, ExactSum censoredSum) {
    Histogram own = observed.copy();
    Histogram lower = own;
    boolean some = censored != null && censored.getTotalCount() > 0;
    if (some) {
      lower = observed.copy();
      lower.setAutoResize(true);
      lower.add(censored);
    }
    Figures figures = new Figures(own, lower);
    figures.lowerSum.addAll(observedSum);
    if (some) {
      figures.lowerSum.addAll(censoredSum);
    }
    return figures;
  }

  /// How many operations there are, censored ones included.
  public long count() {
    return lower.getTotalCount();
  }

  /// How many of them are censored.
  public long censoredCount() {
    return lower.getTotalCount() - observed.getTotalCount();
  }

  /// The mean, from the exact sum.
  public Bound mean() {
    return new Bound(lowerSum.mean(count()), censoredCount() > 0);
  }

  /// The smallest value.
  public Bound min() {
    if (count() == 0) {
      return new Bound(Double.NaN, false);
    }
    long least = lower.getMinValue();
    boolean same = observed.getTotalCount() > 0 && observed.getMinValue() == least;
    return new Bound(least, !same);
  }

  /// The largest value.
  public Bound max() {
    return count() == 0
        ? new Bound(Double.NaN, false)
        : new Bound(lower.getMaxValue(), censoredCount() > 0);
  }

  /// The value that a percentage of the operations did not exceed, as HdrHistogram has it.
  ///
  /// @param percentile 0 to 100
  public Bound percentile(double percentile) {
    if (count() == 0) {
      return new Bound(Double.NaN, false);
    }
    long value = lower.getValueAtPercentile(percentile);
    return new Bound(value, censoredCount() > 0 && upper(percentile, count()) != value);
  }

  /// What U says of a percentage: the operations' percentile is no higher, whatever becomes of the
  /// censored.
  ///
  /// @param percentile 0 to 100
  /// @param unknown how many more operations there are, of which nothing at all is known
  /// @return ns; infinite if nothing bounds it, NaN if there are no operations
  public double percentileAtMost(double percentile, long unknown) {
    long all = count() + unknown;
    if (all == 0) {
      return Double.NaN;
    }
    long value = upper(percentile, all);
    return value == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : value;
  }

  /// U's percentile of so many operations, by the rank arithmetic of HdrHistogram 2.2.2;
  /// `Long.MAX_VALUE` if it is infinite.
  private long upper(double percentile, long operations) {
    double requested = Math.clamp(Math.nextDown(percentile), 0.0, 100.0);
    long rank = Math.max(1, (long) Math.ceil(requested * operations / 100.0));
    if (rank > observed.getTotalCount()) {
      return Long.MAX_VALUE;
    }
    for (HistogramIterationValue step : observed.recordedValues()) {
      if (step.getTotalCountToThisValue() >= rank) {
        long value = step.getValueIteratedTo();
        return percentile == 0.0
            ? observed.lowestEquivalentValue(value)
            : observed.highestEquivalentValue(value);
      }
    }
    throw new AssertionError("a histogram of " + observed.getTotalCount() + " has no " + rank);
  }

  /// The distribution L.
  public Histogram lower() {
    return lower;
  }
}
