package dev.loadgen.engine.schedule;

import java.util.SplittableRandom;

/// Arrivals at random distances: drawn as distances between numbers, of mean 1, and put through a
/// timetable. Exponential distances make a Poisson process, of constant rate or not (the
/// time-rescaling theorem: Cox and Lewis, The Statistical Analysis of Series of Events, 1966).
///
/// The sum of the distances is kept as whole and fraction: it loses nothing however long it
/// becomes. Drawn with `StrictMath`: the same on every machine.
public final class RandomArrivals implements ArrivalSequence {
  /// How distances are drawn; the mean is 1.
  public enum Distance {
    /// As between users who do not know of one another.
    EXPONENTIAL {
      @Override
      double of(double unit) {
        return -StrictMath.log(1 - unit);
      }
    },
    /// Anything from nothing to twice the mean.
    UNIFORM {
      @Override
      double of(double unit) {
        return 2 * unit;
      }
    };

    /// @param unit uniform in 0 to 1, exclusive
    abstract double of(double unit);
  }

  private final Timetable timetable;
  private final Distance distance;
  private final double stretch;
  private final SplittableRandom random;
  private long whole;
  private double fraction;
  private long offsetNs;

  /// @param stretch the mean distance, in operations of the timetable: n for an n-th of its rate
  /// @param seed from which the distances derive
  public RandomArrivals(Timetable timetable, Distance distance, int stretch, long seed) {
    this.timetable = timetable;
    this.distance = distance;
    this.stretch = stretch;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public boolean advance() {
    double position = fraction + stretch * distance.of(random.nextDouble());
    long step = (long) position;
    whole += step;
    fraction = position - step;
    offsetNs = timetable.offsetNs(whole, fraction);
    return offsetNs < Timetable.NEVER_NS;
  }

  @Override
  public long offsetNs() {
    return offsetNs;
  }
}
