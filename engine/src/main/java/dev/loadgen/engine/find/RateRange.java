package dev.loadgen.engine.find;

import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;

/// Between which rates is searched.
///
/// @param low the lowest that is probed
/// @param high the highest that is probed
public record RateRange(Rate low, Rate high) {
  /// @throws PlanException if the first is not below the second
  public RateRange {
    if (!(low.perSecond() < high.perSecond())) {
      throw new PlanException("expected a low rate and a higher one, as in 1k..50k");
    }
  }

  /// Reads `1k..50k`.
  ///
  /// @throws PlanException if it is malformed; the message does not name the option
  public static RateRange parse(String text) {
    String[] ends = text.strip().split("\\.\\.", -1);
    if (ends.length != 2) {
      throw new PlanException("expected a low rate and a higher one, as in 1k..50k");
    }
    return new RateRange(end(ends[0]), end(ends[1]));
  }

  private static Rate end(String text) {
    try {
      return Rate.parse(text);
    } catch (PlanException e) {
      throw new PlanException("'" + text + "': " + e.getMessage() + "; a range is 1k..50k", e);
    }
  }

  @Override
  public String toString() {
    return low + ".." + high;
  }
}
