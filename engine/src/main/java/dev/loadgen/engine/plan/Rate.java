package dev.loadgen.engine.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A rate as an exact fraction, so that no schedule drifts: `operations` in every `perNs`
/// nanoseconds, in lowest terms.
///
/// @param operations at least 1
/// @param perNs nanoseconds, at least 1
public record Rate(long operations, long perNs) {
  /// The highest rate: more than one generator can send, and few enough that what it leaves unsent
  /// can be counted one by one.
  public static final long HIGHEST_PER_SECOND = 100_000_000L;

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)\\s*([kKmM]?)\\s*(?:(?:/|per)\\s*([a-z]+))?");
  private static final Map<String, Long> PERIODS =
      Map.of(
          "s",
          1_000_000_000L,
          "sec",
          1_000_000_000L,
          "m",
          60_000_000_000L,
          "min",
          60_000_000_000L,
          "h",
          3_600_000_000_000L);

  /// @throws PlanException if the rate is 0, negative, above [#HIGHEST_PER_SECOND] or below one per
  ///   year
  public Rate {
    if (operations < 1 || perNs < 1) {
      throw new PlanException("a rate must be more than 0");
    }
    long divisor = BigInteger.valueOf(operations).gcd(BigInteger.valueOf(perNs)).longValueExact();
    operations /= divisor;
    perNs /= divisor;
    if (operations > perNs / (1_000_000_000L / HIGHEST_PER_SECOND)) {
      throw new PlanException("a rate can be at most " + HIGHEST_PER_SECOND + "/s");
    }
    if (perNs / operations > 366L * 86_400_000_000_000L) {
      throw new PlanException("a rate must be at least one per year");
    }
  }

  /// Reads a rate: `10000`, `10k`, `2.5k/s`, `500/s`, `30/m`.
  ///
  /// @throws PlanException if it is malformed or out of range; the message does not name the option
  public static Rate parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    String unit = matcher.matches() && matcher.group(3) != null ? matcher.group(3) : "s";
    Long perNs = PERIODS.get(unit.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || perNs == null) {
      throw new PlanException("expected a rate, as in 10000, 10k, 500/s, 30/m");
    }
    int power =
        switch (matcher.group(2)) {
          case "k", "K" -> 3;
          case "m", "M" -> 6;
          default -> 0;
        };
    BigDecimal count = new BigDecimal(matcher.group(1)).scaleByPowerOfTen(power);
    if (count.signum() == 0) {
      throw new PlanException("a rate must be more than 0");
    }
    int scale = Math.max(0, count.stripTrailingZeros().scale());
    BigInteger operations = count.setScale(scale).unscaledValue();
    BigInteger per = BigInteger.valueOf(perNs).multiply(BigInteger.TEN.pow(scale));
    BigInteger divisor = operations.gcd(per);
    try {
      return new Rate(
          operations.divide(divisor).longValueExact(), per.divide(divisor).longValueExact());
    } catch (ArithmeticException e) {
      throw new PlanException("a rate can be at most " + HIGHEST_PER_SECOND + "/s", e);
    }
  }

  /// The rate per second.
  public double perSecond() {
    return operations * 1e9 / perNs;
  }

  /// The time in which so many operations fall due.
  ///
  /// @return ns, rounded up; `Long.MAX_VALUE` / 2 if it would be more
  public long timeForNs(long count) {
    BigInteger exact = BigInteger.valueOf(count).multiply(BigInteger.valueOf(perNs));
    BigInteger[] parts = exact.divideAndRemainder(BigInteger.valueOf(operations));
    BigInteger whole = parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
    return whole.min(BigInteger.valueOf(Long.MAX_VALUE / 2)).longValueExact();
  }

  @Override
  public String toString() {
    BigDecimal perSecond =
        BigDecimal.valueOf(operations)
            .multiply(BigDecimal.valueOf(1_000_000_000L))
            .divide(BigDecimal.valueOf(perNs), java.math.MathContext.DECIMAL64);
    return perSecond.stripTrailingZeros().toPlainString() + "/s";
  }
}
