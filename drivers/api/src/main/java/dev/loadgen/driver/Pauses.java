package dev.loadgen.driver;

import java.time.Duration;
import java.util.Locale;

/// Periodic pauses: one of `length` begins at every multiple of `period`, counted from the
/// schedule's start, the first at the start itself. Written `200ms every 1s`.
///
/// @param lengthNs nanoseconds, more than 0
/// @param periodNs nanoseconds, more than `lengthNs`
public record Pauses(long lengthNs, long periodNs) {
  /// @throws IllegalArgumentException if a pause is not shorter than the period, or empty
  public Pauses {
    if (lengthNs <= 0 || periodNs <= lengthNs) {
      throw new IllegalArgumentException(
          "a pause must be longer than 0 and shorter than its period");
    }
  }

  /// Reads `LENGTH every PERIOD`.
  ///
  /// @throws IllegalArgumentException if the text is not of that form
  public static Pauses parse(String text) {
    String[] words = text.strip().toLowerCase(Locale.ROOT).split("\\s+every\\s+", -1);
    if (words.length != 2) {
      throw new IllegalArgumentException("expected LENGTH every PERIOD, as in '200ms every 1s'");
    }
    return new Pauses(
        Quantities.durationNs(words[0].strip()), Quantities.durationNs(words[1].strip()));
  }

  /// Without blanks, for lines that scripts read: `200ms/1s`.
  public String toWord() {
    return toString().replace(" every ", "/");
  }

  @Override
  public String toString() {
    return Quantities.format(Duration.ofNanos(lengthNs))
        + " every "
        + Quantities.format(Duration.ofNanos(periodNs));
  }
}
