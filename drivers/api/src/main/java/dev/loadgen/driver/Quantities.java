package dev.loadgen.driver;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How durations, sizes and counts are written, in settings and on the command line: a decimal
/// number and a unit. Messages of the exceptions say what was expected, without the name of the
/// setting, which the caller adds.
public final class Quantities {
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("([0-9]{1,30}(?:\\.[0-9]{1,30})?|\\.[0-9]{1,30})\\s*([a-zA-Zµ]*)");
  private static final Pattern DECIMAL = // without what Java has beyond: 1d, 0x1p3, NaN
      Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
  private static final Pattern COMPOUND = // 1m30s: the first part, and the rest
      Pattern.compile("([0-9]{1,18}[a-zA-Zµ]+)\\s*([0-9].*)");
  private static final String DURATION =
      "a duration with its unit, as in 250us, 4ms, 1.5s, 2m, 1m30s, 1h";
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "min", 60_000_000_000L,
          "h", 3_600_000_000_000L,
          "d", 86_400_000_000_000L);
  private static final Map<String, Long> BYTES =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("k", 1L << 10),
          Map.entry("kb", 1L << 10),
          Map.entry("kib", 1L << 10),
          Map.entry("m", 1L << 20),
          Map.entry("mb", 1L << 20),
          Map.entry("mib", 1L << 20),
          Map.entry("g", 1L << 30),
          Map.entry("gb", 1L << 30),
          Map.entry("gib", 1L << 30),
          Map.entry("t", 1L << 40),
          Map.entry("tb", 1L << 40),
          Map.entry("tib", 1L << 40));
  private static final Map<String, Long> COUNTS =
      Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L);

  private Quantities() {}

  /// Reads a duration: `250us`, `4ms`, `1.5s`, `2m`, `1m30s`, `1h`; 0 may stand without a unit.
  ///
  /// @return nanoseconds, 0 or more
  /// @throws IllegalArgumentException if it is malformed, negative, finer than a nanosecond or
  ///   longer than 292 years
  public static long durationNs(String text) {
    if (text.strip().equals("0")) {
      return 0;
    }
    Matcher compound = COMPOUND.matcher(text.strip());
    if (!compound.matches()) {
      return scaled(text, NANOS, DURATION);
    }
    try {
      return Math.addExact(
          scaled(compound.group(1), NANOS, DURATION), durationNs(compound.group(2)));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("expected " + DURATION + ", below 2^63 ns", e);
    }
  }

  /// Reads a size: `512`, `64k`, `1.5MiB`; every unit is a power of 1024.
  ///
  /// @return bytes, 0 or more
  /// @throws IllegalArgumentException if it is malformed, negative, no whole number of bytes, or
  ///   overflows
  public static long bytes(String text) {
    return scaled(text, BYTES, "a size, as in 512, 64k, 1.5MiB");
  }

  /// Reads a count: `1000`, `10k`, `1.5m`; every unit is a power of 1000.
  ///
  /// @return 0 or more
  /// @throws IllegalArgumentException if it is malformed, negative, not whole, or overflows
  public static long count(String text) {
    return scaled(text.replace("_", ""), COUNTS, "a whole number, as in 1000, 10k, 1.5m");
  }

  /// Reads a number: `5`, `-0.5`, `1e3`.
  ///
  /// @throws IllegalArgumentException if it is malformed or not finite
  public static double decimal(String text) {
    String number = text.strip();
    double value = DECIMAL.matcher(number).matches() ? Double.parseDouble(number) : Double.NaN;
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite number, as in 0.5");
    }
    return value;
  }

  /// Writes a duration in the largest unit that keeps it exact and short: `1.5s`, `200ms`.
  public static String format(Duration duration) {
    long ns = duration.toNanos();
    if (ns == 0) {
      return "0s";
    }
    if (ns % 3_600_000_000_000L == 0) {
      return ns / 3_600_000_000_000L + "h";
    }
    if (ns >= 120_000_000_000L && ns % 60_000_000_000L == 0) {
      return ns / 60_000_000_000L + "m";
    }
    if (ns >= 1_000_000_000L) {
      return decimal(ns, 9) + "s";
    }
    if (ns >= 1_000_000L) {
      return decimal(ns, 6) + "ms";
    }
    return ns >= 1_000L ? decimal(ns, 3) + "us" : ns + "ns";
  }

  private static String decimal(long value, int scale) {
    return BigDecimal.valueOf(value, scale).stripTrailingZeros().toPlainString();
  }

  private static long scaled(String text, Map<String, Long> units, String expected) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
    Long unit = matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new IllegalArgumentException("expected " + expected);
    }
    try {
      return new BigDecimal(matcher.group(1))
          .multiply(BigDecimal.valueOf(unit))
          .stripTrailingZeros()
          .longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "expected " + expected + ", whole in its smallest unit and below 2^63", e);
    }
  }
}
