package dev.loadgen.mockdb.model;

import dev.loadgen.driver.Draws;

/// What each operation of a mock database costs: a pure function of (seed, sequence).
public sealed interface LatencyModel {
  /// No operation costs more.
  long LONGEST_NS = 3_600_000_000_000L;

  /// How long the operation takes; if it pauses the world, how long the pause is.
  ///
  /// @return ns, 0 to [#LONGEST_NS]
  long serviceNs(long sequence);

  /// Whether the operation stops the world while it takes its time.
  default boolean pausesWorld(long sequence) {
    return false;
  }

  /// The stop-the-world database, of four modes. With p uniform in [0, 1): below 0.9 an operation
  /// takes 200 µs to 1 ms, below 0.99 1 to 10 ms, below 0.9999 10 to 50 ms; else it stops the world
  /// for 50 to 200 ms. All uniform.
  record StopTheWorld(long seed) implements LatencyModel {
    private static final double WORLD = 0.9999;

    @Override
    public long serviceNs(long sequence) {
      double p = Draws.unit(seed, sequence, 0);
      if (p < 0.9) {
        return between(200_000, 1_000_000, seed, sequence);
      }
      if (p < 0.99) {
        return between(1_000_000, 10_000_000, seed, sequence);
      }
      return p < WORLD
          ? between(10_000_000, 50_000_000, seed, sequence)
          : between(50_000_000, 200_000_000, seed, sequence);
    }

    @Override
    public boolean pausesWorld(long sequence) {
      return Draws.unit(seed, sequence, 0) >= WORLD;
    }
  }

  /// Always the same.
  record Fixed(long delayNs) implements LatencyModel {
    @Override
    public long serviceNs(long sequence) {
      return delayNs;
    }
  }

  /// Uniform between two bounds.
  record Uniform(long minNs, long maxNs, long seed) implements LatencyModel {
    @Override
    public long serviceNs(long sequence) {
      return between(minNs, maxNs, seed, sequence);
    }
  }

  /// Exponential, by inversion.
  record Exponential(long meanNs, long seed) implements LatencyModel {
    @Override
    public long serviceNs(long sequence) {
      return bounded(-meanNs * Math.log1p(-Draws.unit(seed, sequence, 1)));
    }
  }

  /// Lognormal: median · exp(sigma · Z), with Z standard normal by the Box–Muller transform.
  record Lognormal(long medianNs, double sigma, long seed) implements LatencyModel {
    @Override
    public long serviceNs(long sequence) {
      double radius = Math.sqrt(-2 * Math.log1p(-Draws.unit(seed, sequence, 1)));
      double z = radius * Math.cos(2 * Math.PI * Draws.unit(seed, sequence, 2));
      return bounded(medianNs * Math.exp(sigma * z));
    }
  }

  private static long between(long minNs, long maxNs, long seed, long sequence) {
    return minNs + (long) (Draws.unit(seed, sequence, 1) * (maxNs - minNs));
  }

  private static long bounded(double ns) {
    return ns >= LONGEST_NS ? LONGEST_NS : Math.round(ns);
  }
}
