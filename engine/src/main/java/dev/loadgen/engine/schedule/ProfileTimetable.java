package dev.loadgen.engine.schedule;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/// A rate that changes over time: operation k is due when the integral of the rate reaches k, to
/// within a nanosecond. Made of pieces, one after the other; constant ones are computed in
/// integers, the others in doubles from the beginning of their piece.
public final class ProfileTimetable implements Timetable {
  /// @param startNs when it begins
  /// @param startWhole the number that is reached by then
  /// @param startFraction and its fraction
  /// @param constant of a constant piece; else null
  /// @param curve of any other; else null
  private record Piece(
      long startNs,
      long startWhole,
      double startFraction,
      long endNs,
      ConstantRate constant,
      RateCurve curve) {}

  private final List<Piece> pieces;

  private ProfileTimetable(List<Piece> pieces) {
    this.pieces = pieces;
  }

  /// Collects the pieces of a profile.
  public static final class Builder {
    private static final MathContext EXACT = new MathContext(60);

    private final List<Piece> pieces = new ArrayList<>();
    private long startNs;
    private BigDecimal reached = BigDecimal.ZERO;

    /// A rate that stays as it is.
    ///
    /// @param lengthNs how long; [Timetable#NEVER_NS] for ever
    public Builder steady(long operations, long perNs, long lengthNs) {
      BigDecimal grown =
          BigDecimal.valueOf(operations)
              .multiply(BigDecimal.valueOf(lengthNs))
              .divide(BigDecimal.valueOf(perNs), EXACT);
      return add(new ConstantRate(operations, perNs), null, lengthNs, grown);
    }

    /// A rate that changes evenly.
    ///
    /// @param from operations per ns
    /// @param to operations per ns
    public Builder ramp(double from, double to, long lengthNs) {
      return ramp(new BigDecimal(from), new BigDecimal(to), lengthNs);
    }

    /// A rate that changes evenly. What it comes to at its end is exact, so that what follows
    /// begins with the right number.
    ///
    /// @param from operations per ns
    /// @param to operations per ns
    public Builder ramp(BigDecimal from, BigDecimal to, long lengthNs) {
      BigDecimal grown =
          from.add(to).multiply(BigDecimal.valueOf(lengthNs)).divide(BigDecimal.TWO, EXACT);
      RateCurve curve = new RateCurve.Ramp(from.doubleValue(), to.doubleValue(), lengthNs);
      return add(null, curve, lengthNs, grown);
    }

    /// A rate that swings about a mean.
    ///
    /// @param mean operations per ns
    /// @param amplitude operations per ns
    public Builder sine(double mean, double amplitude, long periodNs, long lengthNs) {
      return sine(new BigDecimal(mean), amplitude, periodNs, lengthNs);
    }

    /// A rate that swings about a mean. What it comes to after whole periods is exact.
    ///
    /// @param mean operations per ns
    /// @param amplitude operations per ns
    public Builder sine(BigDecimal mean, double amplitude, long periodNs, long lengthNs) {
      RateCurve.Sine curve = new RateCurve.Sine(mean.doubleValue(), amplitude, periodNs);
      double swing =
          lengthNs % periodNs == 0
              ? 0
              : curve.expected((double) lengthNs) - mean.doubleValue() * lengthNs;
      BigDecimal grown = mean.multiply(BigDecimal.valueOf(lengthNs)).add(new BigDecimal(swing));
      return add(null, curve, lengthNs, grown);
    }

    private Builder add(ConstantRate constant, RateCurve curve, long lengthNs, BigDecimal grown) {
      BigInteger whole = reached.toBigInteger();
      double fraction = reached.subtract(new BigDecimal(whole)).doubleValue();
      long endNs = Math.min(NEVER_NS, startNs + lengthNs);
      pieces.add(
          new Piece(
              startNs,
              whole.min(BigInteger.valueOf(NEVER_NS)).longValueExact(),
              fraction >= 1 ? Math.nextDown(1.0) : fraction,
              endNs,
              constant,
              curve));
      startNs = endNs;
      reached = reached.add(grown);
      return this;
    }

    /// The timetable; what would be due after the last piece is never due.
    public ProfileTimetable build() {
      return new ProfileTimetable(List.copyOf(pieces));
    }
  }

  @Override
  public long offsetNs(long k, double fraction) {
    for (int i = 0; i < pieces.size(); i++) {
      if (i + 1 < pieces.size() && !isBefore(k, fraction, pieces.get(i + 1))) {
        continue;
      }
      long offsetNs = offsetNs(pieces.get(i), k, fraction);
      boolean last = i == pieces.size() - 1;
      return last && offsetNs >= pieces.get(i).endNs ? NEVER_NS : offsetNs;
    }
    return NEVER_NS;
  }

  private static boolean isBefore(long k, double fraction, Piece piece) {
    return k < piece.startWhole || (k == piece.startWhole && fraction < piece.startFraction);
  }

  private static long offsetNs(Piece piece, long k, double fraction) {
    long whole = k - piece.startWhole;
    double part = fraction - piece.startFraction;
    if (part < 0) {
      whole--;
      part += 1;
    }
    if (part >= 1) { // rounded up from just below
      whole++;
      part = 0;
    }
    long inPieceNs =
        piece.constant == null
            ? (long) piece.curve.dueNs(whole, part)
            : piece.constant.offsetNs(whole, part);
    return Math.min(piece.endNs, piece.startNs + inPieceNs);
  }

  @Override
  public long countBefore(long offsetNs, double fraction) {
    if (offsetNs <= 0) {
      return 0;
    }
    Piece piece = pieces.getFirst();
    for (Piece next : pieces) {
      piece = next.startNs < offsetNs ? next : piece;
    }
    long inPieceNs = Math.min(offsetNs, piece.endNs) - piece.startNs;
    long grown =
        piece.constant == null
            ? (long) piece.curve.expected((double) inPieceNs)
            : piece.constant.countBefore(inPieceNs);
    // An estimate; what the due times themselves say is what counts.
    long count = Math.max(0, piece.startWhole + grown);
    while (count > 0 && offsetNs(count - 1, fraction) >= offsetNs) {
      count--;
    }
    while (offsetNs(count, fraction) < offsetNs) {
      count++;
    }
    return count;
  }
}
