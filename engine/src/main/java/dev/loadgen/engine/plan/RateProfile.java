package dev.loadgen.engine.plan;

import dev.loadgen.driver.Quantities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A target rate over time: pieces, one after the other. A single piece without an end is a
/// constant rate, or a wave that goes on. After the last piece its last rate is kept.
///
/// @param pieces at least one; only the last may be without an end
public record RateProfile(List<Piece> pieces) {
  /// The longest ramp, and the longest period of a sine: within it, arithmetic with doubles is
  /// exact to far less than a nanosecond.
  public static final Duration LONGEST_CURVE = Duration.ofDays(1);

  private static final long LONGEST_NS = 1L << 61;
  private static final Pattern GROUPED = Pattern.compile("\\d{1,3}(,\\d{3})+(?![\\w.])"); // 1,000/s
  private static final Pattern STEADY = Pattern.compile("(.+?)(?:\\s+for\\s+(\\S+))?");
  private static final Pattern RAMP = Pattern.compile("ramp\\s+(.+?)\\.\\.(.+?)\\s+over\\s+(\\S+)");
  private static final Pattern SINE =
      Pattern.compile("sine\\s+(.+?)\\+-(.+?)\\s+every\\s+(\\S+?)(?:\\s+for\\s+(\\S+))?");

  /// A piece of a profile.
  public sealed interface Piece {
    /// How long it lasts, ns; empty if it has no end.
    Optional<Long> lengthNs();

    /// The rate at an instant.
    ///
    /// @param atNs ns from its beginning, within its length
    double perSecondAt(long atNs);
  }

  /// A rate that stays as it is.
  public record Steady(Rate rate, Optional<Long> lengthNs) implements Piece {
    @Override
    public double perSecondAt(long atNs) {
      return rate.perSecond();
    }

    @Override
    public String toString() {
      return rate + lengthText(lengthNs);
    }
  }

  /// A rate that changes evenly from one to another.
  public record Ramp(Rate from, Rate to, long overNs) implements Piece {
    @Override
    public Optional<Long> lengthNs() {
      return Optional.of(overNs);
    }

    @Override
    public double perSecondAt(long atNs) {
      return from.perSecond() + (to.perSecond() - from.perSecond()) * atNs / overNs;
    }

    @Override
    public String toString() {
      return "ramp " + from + ".." + to + " over " + Quantities.format(Duration.ofNanos(overNs));
    }
  }

  /// A rate that swings about a mean; it begins at the mean, and rises.
  public record Sine(Rate mean, Rate amplitude, long periodNs, Optional<Long> lengthNs)
      implements Piece {
    @Override
    public double perSecondAt(long atNs) {
      double angle = 2 * Math.PI * (atNs % periodNs) / periodNs;
      return mean.perSecond() + amplitude.perSecond() * Math.sin(angle);
    }

    @Override
    public String toString() {
      return "sine "
          + mean
          + "+-"
          + amplitude
          + " every "
          + Quantities.format(Duration.ofNanos(periodNs))
          + lengthText(lengthNs);
    }
  }

  private static String lengthText(Optional<Long> lengthNs) {
    return lengthNs.map(ns -> " for " + Quantities.format(Duration.ofNanos(ns))).orElse("");
  }

  /// @throws PlanException if there is no piece, one without an end is not the last, one is empty
  ///   or too long, or a sine goes below 0
  public RateProfile {
    pieces = List.copyOf(pieces);
    if (pieces.isEmpty()) {
      throw new PlanException("expected a rate");
    }
    long sumNs = 0;
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      long lengthNs = piece.lengthNs().orElse(0L);
      if (lengthNs > LONGEST_NS - sumNs) {
        throw new PlanException("'" + piece + "' would end after more than 73 years");
      }
      sumNs += lengthNs;
      if (i < pieces.size() - 1 && piece.lengthNs().isEmpty()) {
        throw new PlanException("only the last piece may be without an end, not '" + piece + "'");
      }
      if (piece.lengthNs().isPresent() && piece.lengthNs().get() < 1_000_000) {
        throw new PlanException("'" + piece + "' lasts less than 1ms");
      }
      requireFit(piece);
    }
  }

  private static void requireFit(Piece piece) {
    long curveNs =
        switch (piece) {
          case Steady steady -> 0;
          case Ramp ramp -> ramp.overNs();
          case Sine sine -> sine.periodNs();
        };
    if (curveNs > LONGEST_CURVE.toNanos()) {
      throw new PlanException("'" + piece + "' takes more than 1 day");
    }
    if (piece instanceof Sine sine) {
      if (sine.periodNs() < 1_000_000) {
        throw new PlanException("'" + piece + "' has a period of less than 1ms");
      }
      if (sine.amplitude().perSecond() > sine.mean().perSecond()) {
        throw new PlanException("'" + piece + "' would go below 0");
      }
    }
  }

  /// A constant rate.
  public static RateProfile constant(Rate rate) {
    return new RateProfile(List.of(new Steady(rate, Optional.empty())));
  }

  /// Reads a profile: `10k`; `ramp 1k..20k over 60s`; `1k for 30s, 5k for 30s, 1k`; `sine 5k+-2k
  /// every 60s`.
  ///
  /// @throws PlanException if it is malformed or out of range; the message does not name the option
  public static RateProfile parse(String text) {
    if (GROUPED.matcher(text.strip()).lookingAt()) {
      throw new PlanException(
          "a comma is between the pieces of a profile: write " + text.strip().replace(",", ""));
    }
    List<Piece> pieces = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      pieces.add(piece(part.strip()));
    }
    return new RateProfile(pieces);
  }

  private static Piece piece(String text) {
    Matcher ramp = RAMP.matcher(text);
    if (ramp.matches()) {
      return new Ramp(rate(text, ramp.group(1)), rate(text, ramp.group(2)), time(ramp.group(3)));
    }
    Matcher sine = SINE.matcher(text);
    if (sine.matches()) {
      return new Sine(
          rate(text, sine.group(1)),
          rate(text, sine.group(2)),
          time(sine.group(3)),
          Optional.ofNullable(sine.group(4)).map(RateProfile::time));
    }
    if (text.startsWith("ramp")) {
      throw new PlanException("'" + text + "': expected a ramp, as in ramp 1k..20k over 60s");
    }
    if (text.startsWith("sine")) {
      throw new PlanException("'" + text + "': expected a sine, as in sine 5k+-2k every 60s");
    }
    Matcher steady = STEADY.matcher(text);
    if (!steady.matches()) {
      throw new PlanException("expected a rate, as in 10000, 10k, 500/s, 30/m");
    }
    return new Steady(
        rate(text, steady.group(1)), Optional.ofNullable(steady.group(2)).map(RateProfile::time));
  }

  private static Rate rate(String piece, String text) {
    try {
      return Rate.parse(text);
    } catch (PlanException e) {
      if (piece.equals(text)) {
        throw e;
      }
      throw new PlanException("'" + piece + "': '" + text + "': " + e.getMessage(), e);
    }
  }

  private static long time(String text) {
    try {
      return Quantities.durationNs(text);
    } catch (IllegalArgumentException e) {
      throw new PlanException("'" + text + "': " + e.getMessage(), e);
    }
  }

  /// Whether it is one rate for ever.
  public boolean isConstant() {
    return pieces.size() == 1
        && pieces.getFirst() instanceof Steady steady
        && steady.lengthNs().isEmpty();
  }

  /// How long its pieces take; empty if the last has no end.
  public Optional<Duration> length() {
    long sumNs = 0;
    for (Piece piece : pieces) {
      if (piece.lengthNs().isEmpty()) {
        return Optional.empty();
      }
      sumNs += piece.lengthNs().get();
    }
    return Optional.of(Duration.ofNanos(sumNs));
  }

  /// The rate at an instant.
  ///
  /// @param atNs ns from the beginning; before it, the first rate counts, after the end the last
  public double perSecondAt(long atNs) {
    long restNs = Math.max(0, atNs);
    for (Piece piece : pieces) {
      if (piece.lengthNs().isEmpty() || restNs < piece.lengthNs().get()) {
        return piece.perSecondAt(restNs);
      }
      restNs -= piece.lengthNs().get();
    }
    return pieces.getLast().perSecondAt(pieces.getLast().lengthNs().orElseThrow());
  }

  /// The rate at its beginning.
  public Rate firstRate() {
    return switch (pieces.getFirst()) {
      case Steady steady -> steady.rate();
      case Ramp ramp -> ramp.from();
      case Sine sine -> sine.mean();
    };
  }

  /// The rate that is kept after the last piece; empty if that has come to nothing, or has no end.
  public Optional<Rate> lastRate() {
    return switch (pieces.getLast()) {
      case Steady steady -> steady.lengthNs().map(ns -> steady.rate());
      case Ramp ramp -> Optional.of(ramp.to());
      case Sine sine ->
          sine.lengthNs()
              .map(ns -> Math.round(sine.perSecondAt(ns) * 1000))
              .filter(thousandths -> thousandths > 0)
              .map(thousandths -> new Rate(thousandths, 1_000_000_000_000L));
    };
  }

  /// The highest rate that occurs.
  public double highestPerSecond() {
    return pieces.stream()
        .mapToDouble(piece ->
            switch (piece) {
              case Steady steady -> steady.rate().perSecond();
              case Ramp ramp -> Math.max(ramp.from().perSecond(), ramp.to().perSecond());
              case Sine sine -> sine.mean().perSecond() + sine.amplitude().perSecond();
            })
        .max()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return pieces.stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
