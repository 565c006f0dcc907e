package dev.loadgen.engine.result;

import dev.loadgen.engine.plan.Rate;
import dev.loadgen.histograms.summary.Bound;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Numbers as people read them: three significant digits and a unit.
public final class Units {
  private Units() {}

  /// A figure; `≥` before what is only a lower bound, `-` for nothing.
  public static String latency(Bound bound) {
    if (Double.isNaN(bound.value())) {
      return "-";
    }
    return (bound.lowerBoundOnly() ? "≥" : "") + time(bound.value());
  }

  /// A time in ns.
  public static String time(double ns) {
    if (ns < 999.5) {
      return Math.round(ns) + " ns";
    }
    if (ns < 999.5e3) {
      return digits(ns / 1e3) + " µs";
    }
    return ns < 999.5e6 ? digits(ns / 1e6) + " ms" : digits(ns / 1e9) + " s";
  }

  /// A rate per second.
  public static String rate(double perSecond) {
    return perSecond >= 999.5
        ? String.format(Locale.ROOT, "%,d/s", Math.round(perSecond))
        : digits(perSecond) + "/s";
  }

  /// A number as short as it can be: 2, 0.5.
  public static String plain(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }

  /// A rate that was asked for, to its last digit; to six, or to the point, if it has no last one,
  /// as 2000 a minute.
  public static String rate(Rate rate) {
    BigDecimal operations = BigDecimal.valueOf(rate.operations()).scaleByPowerOfTen(9);
    BigDecimal perNs = BigDecimal.valueOf(rate.perNs());
    BigDecimal perSecond;
    try {
      perSecond = operations.divide(perNs).stripTrailingZeros();
    } catch (ArithmeticException e) { // no last digit
      BigDecimal whole = operations.divideToIntegralValue(perNs);
      perSecond =
          operations.divide(
              perNs, new MathContext(Math.max(6, whole.toBigInteger().toString().length())));
    }
    return String.format(Locale.ROOT, "%,." + Math.max(0, perSecond.scale()) + "f/s", perSecond);
  }

  /// A share, 0 to 1, in per cent: four digits, no trailing zeros.
  public static String percent(double share) {
    BigDecimal rounded =
        BigDecimal.valueOf(share).movePointRight(2).round(new MathContext(4, RoundingMode.HALF_UP));
    return (rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString()) + "%";
  }

  /// A count.
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// Three significant digits, trailing zeros included, so that figures line up and tell how exact
  /// they are.
  private static String digits(double value) {
    if (value >= 99.95 || value == 0) {
      return Long.toString(Math.round(value));
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(3, RoundingMode.HALF_UP));
    int wholeDigits = rounded.precision() - rounded.scale();
    return rounded.setScale(Math.max(0, 3 - wholeDigits), RoundingMode.UNNECESSARY).toPlainString();
  }
}
