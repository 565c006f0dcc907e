package dev.loadgen.histograms.recording;

import java.math.BigInteger;

/// A 128-bit sum of numbers that are 0 or more: percentiles do not add, sums do. Not thread-safe;
/// adding allocates nothing.
public final class ExactSum {
  private long high;
  private long low;

  /// Adds a number, 0 or more.
  public void add(long value) {
    low += value;
    if (Long.compareUnsigned(low, value) < 0) {
      high++;
    }
  }

  /// Adds another sum.
  public void addAll(ExactSum other) {
    high += other.high;
    low += other.low;
    if (Long.compareUnsigned(low, other.low) < 0) {
      high++;
    }
  }

  /// Back to 0.
  public void reset() {
    high = 0;
    low = 0;
  }

  /// The sum.
  public BigInteger value() {
    BigInteger lower =
        low >= 0
            ? BigInteger.valueOf(low)
            : BigInteger.valueOf(low).add(BigInteger.ONE.shiftLeft(64));
    return BigInteger.valueOf(high).shiftLeft(64).add(lower);
  }

  /// The sum divided by a count; NaN for a count of 0.
  public double mean(long count) {
    return count == 0 ? Double.NaN : value().doubleValue() / count;
  }
}
