package dev.loadgen.engine.schedule;

/// The arithmetic of a constant rate: the k-th of `operations` per `perNs` nanoseconds is due at ⌊k
/// · perNs ÷ operations⌋. Computed from k in 128-bit integers, so it is exact, cannot drift and
/// costs the same for every k. Pure; allocates nothing.
public final class ConstantRate implements Timetable {
  private final long operations;
  private final long perNs;

  /// @param operations at least 1
  /// @param perNs nanoseconds, at least 1
  public ConstantRate(long operations, long perNs) {
    if (operations < 1 || perNs < 1) {
      throw new IllegalArgumentException(operations + " operations per " + perNs + " ns");
    }
    this.operations = operations;
    this.perNs = perNs;
  }

  @Override
  public long offsetNs(long k, double fraction) {
    return Math.min(NEVER_NS, offsetNs(k) + shiftNs(fraction));
  }

  @Override
  public long countBefore(long offsetNs, double fraction) {
    return countBefore(offsetNs - shiftNs(fraction));
  }

  private long shiftNs(double fraction) {
    return fraction == 0 ? 0 : (long) (fraction * perNs / operations);
  }

  /// When the k-th operation is due.
  ///
  /// @param k from 0
  /// @return ns from the start of the schedule; [#NEVER_NS] if it would be later than that
  public long offsetNs(long k) {
    return Math.min(NEVER_NS, scale(k, perNs, operations));
  }

  /// How many operations are due before an instant: the number of k with `offsetNs(k) < offsetNs`.
  public long countBefore(long offsetNs) {
    if (offsetNs <= 0) {
      return 0;
    }
    long whole = scale(offsetNs, operations, perNs);
    // ⌊k·p÷o⌋ < t is k < t·o÷p: the ceiling. The product's low 64 bits tell whether it divides.
    boolean divides = whole * perNs == offsetNs * operations;
    return divides ? whole : whole + 1;
  }

  /// ⌊value · numerator ÷ denominator⌋ through a 128-bit product; saturates at `Long.MAX_VALUE`.
  static long scale(long value, long numerator, long denominator) {
    long high = Math.multiplyHigh(value, numerator);
    long low = value * numerator;
    if (high == 0 && low >= 0) {
      return low / denominator;
    }
    if (high >= denominator) {
      return Long.MAX_VALUE;
    }
    // Long division, a bit at a time: only rates whose products leave 63 bits come here.
    long remainder = high;
    long quotient = 0;
    for (int bit = 63; bit >= 0; bit--) {
      boolean carry = remainder < 0;
      remainder = (remainder << 1) | ((low >>> bit) & 1);
      quotient <<= 1;
      if (carry || Long.compareUnsigned(remainder, denominator) >= 0) {
        remainder -= denominator;
        quotient |= 1;
      }
    }
    return quotient < 0 ? Long.MAX_VALUE : quotient;
  }
}
