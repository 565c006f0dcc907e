package dev.loadgen.engine.plan;

import java.nio.file.Path;

/// Intended times from a recording.
///
/// @param file the recording
/// @param speed how much faster than it was recorded: 2 for twice as fast
public record Replay(Path file, double speed) {
  /// The fastest and, inverted, the slowest replay.
  public static final double MOST_SPEED = 1_000_000;

  /// @throws PlanException if the speed is out of range
  public Replay {
    if (!(speed >= 1 / MOST_SPEED && speed <= MOST_SPEED)) {
      throw new PlanException("--speed " + speed + ": expected 0.000001x to 1000000x");
    }
  }
}
