package dev.loadgen.engine.plan;

import java.util.Locale;

/// How arrivals are spread about the target rate.
///
/// @param kind the process
/// @param burst how many arrive at once, of bursts; else 1
public record Arrivals(Kind kind, int burst) {
  /// A process of arrivals.
  public enum Kind {
    /// At equal distances.
    CONSTANT,
    /// With exponential distances: the arrivals of many users who do not know of one another.
    POISSON,
    /// With distances uniform between 0 and twice the mean.
    UNIFORM,
    /// Several at once, the bursts at equal distances.
    BURST
  }

  /// The largest burst.
  public static final int LARGEST_BURST = 1_000_000;

  /// At equal distances.
  public static final Arrivals CONSTANT = new Arrivals(Kind.CONSTANT, 1);

  /// @throws PlanException if the burst is out of range
  public Arrivals {
    if (burst < 1 || burst > LARGEST_BURST || (kind != Kind.BURST && burst != 1)) {
      throw new PlanException("expected a burst of 1 to " + LARGEST_BURST);
    }
  }

  /// Reads `constant`, `poisson`, `uniform`, `burst:SIZE`.
  ///
  /// @throws PlanException if it is none of these; the message does not name the option
  public static Arrivals parse(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (word.startsWith("burst:")) {
      String size = word.substring("burst:".length());
      if (!size.matches("[0-9]{1,7}")) {
        throw new PlanException("expected a burst of 1 to " + LARGEST_BURST);
      }
      return new Arrivals(Kind.BURST, Integer.parseInt(size));
    }
    return switch (word) {
      case "constant" -> CONSTANT;
      case "poisson" -> new Arrivals(Kind.POISSON, 1);
      case "uniform" -> new Arrivals(Kind.UNIFORM, 1);
      default -> throw new PlanException("expected constant, poisson, uniform or burst:SIZE");
    };
  }

  /// Whether they are drawn.
  public boolean isRandom() {
    return kind == Kind.POISSON || kind == Kind.UNIFORM;
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.BURST ? ":" + burst : "");
  }
}
