package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import dev.loadgen.engine.workload.CoreProperties.KeyDistribution;

/// Chooses the record of an operation: a number drawn by (seed, the operation's number) alone, but
/// where the distribution is over records that are being inserted. The distributions are those of
/// YCSB's core workload, computed from draws of our own. Thread-safe.
abstract class KeyChooser {
  private static final int KEY = 2; // the purpose of the draw
  private static final int NEXT_ATTEMPT = 1 << 8;

  /// The records that there are when the load begins.
  ///
  /// @param first the number of the first
  /// @param count how many
  record Range(long first, long count) {
    long last() {
      return first + count - 1;
    }
  }

  private final long seed;

  private KeyChooser(long seed) {
    this.seed = seed;
  }

  /// The number of a record.
  ///
  /// @param sequence the operation's number
  /// @param attempt from 0; more if what was drawn before is not there yet
  /// @param newest the highest number up to which all records are there
  abstract long choose(long sequence, int attempt, long newest);

  final double unit(long sequence, int attempt) {
    return Draws.unit(seed, sequence, KEY + attempt * NEXT_ATTEMPT);
  }

  final long below(long bound, long sequence, int attempt) {
    return Draws.below(bound, seed, sequence, KEY + attempt * NEXT_ATTEMPT);
  }

  /// The chooser of a workload.
  ///
  /// @param expectedInserts how many records the run is likely to add: zipfian spreads over them,
  ///   too
  static KeyChooser of(CoreProperties properties, Range range, long expectedInserts, long seed) {
    KeyDistribution distribution = properties.value(CoreProperties.REQUEST_DISTRIBUTION);
    double theta = properties.value(CoreProperties.ZIPFIAN_CONSTANT);
    return switch (distribution) {
      case UNIFORM -> new Uniform(seed, range);
      case SEQUENTIAL -> new Sequential(seed, range);
      case ZIPFIAN ->
          // One more than there are, as in YCSB: so the popular records are the same.
          new ScrambledZipfian(
              seed, new Range(range.first(), range.count() + expectedInserts + 1), theta);
      case LATEST -> new Latest(seed, range, theta);
      case HOTSPOT ->
          new Hotspot(
              seed,
              range,
              properties.value(CoreProperties.HOTSPOT_DATA_FRACTION),
              properties.value(CoreProperties.HOTSPOT_OPERATION_FRACTION));
      case EXPONENTIAL ->
          new Exponential(
              seed,
              range,
              properties.value(CoreProperties.EXPONENTIAL_PERCENTILE),
              properties.value(CoreProperties.EXPONENTIAL_FRACTION));
    };
  }

  private static final class Uniform extends KeyChooser {
    private final Range range;

    Uniform(long seed, Range range) {
      super(seed);
      this.range = range;
    }

    @Override
    long choose(long sequence, int attempt, long newest) {
      return range.first() + below(range.count(), sequence, attempt);
    }
  }

  /// One after the other, and again from the first.
  private static final class Sequential extends KeyChooser {
    private final Range range;

    Sequential(long seed, Range range) {
      super(seed);
      this.range = range;
    }

    @Override
    long choose(long sequence, int attempt, long newest) {
      return range.first() + sequence % range.count();
    }
  }

  /// Zipf's distribution over very many items, hashed onto the records: some are popular, and those
  /// are scattered. YCSB's `ScrambledZipfianGenerator`.
  private static final class ScrambledZipfian extends KeyChooser {
    private static final long ITEMS = 10_000_000_001L;

    private final Range range;
    private final Zipfian zipfian;

    ScrambledZipfian(long seed, Range range, double theta) {
      super(seed);
      this.range = range;
      this.zipfian = new Zipfian(ITEMS, theta);
    }

    @Override
    long choose(long sequence, int attempt, long newest) {
      long rank = zipfian.at(unit(sequence, attempt));
      return range.first() + Records.hash(rank) % range.count();
    }
  }

  /// Zipf's distribution counted backwards from the newest record; the oldest is never chosen.
  /// YCSB's `SkewedLatestGenerator`.
  private static final class Latest extends KeyChooser {
    private static final int FINE = 10; // a distribution over 0.1% more records is the same, nearly

    private final long first;
    private final double theta;
    private volatile Sized sized = new Sized(0, null);

    private record Sized(long count, Zipfian zipfian) {}

    Latest(long seed, Range range, double theta) {
      super(seed);
      this.first = range.first();
      this.theta = theta;
    }

    @Override
    long choose(long sequence, int attempt, long newest) {
      long count = Math.max(1, newest - first);
      Sized now = sized;
      if (count < now.count() || count - now.count() > now.count() >> FINE) {
        now = new Sized(count, new Zipfian(count, theta));
        sized = now;
      }
      return newest - now.zipfian().at(unit(sequence, attempt));
    }
  }

  /// A share of the operations goes to a share of the records, uniformly; the rest to the rest.
  private static final class Hotspot extends KeyChooser {
    private static final int WITHIN = 1 << 7;

    private final Range range;
    private final long hot;
    private final double hotOperations;

    Hotspot(long seed, Range range, double dataFraction, double operationFraction) {
      super(seed);
      this.range = range;
      this.hot = (long) (range.count() * dataFraction);
      // With no hot records, or none but hot ones, there is nothing to choose.
      this.hotOperations = hot == 0 ? 0 : hot == range.count() ? 1 : operationFraction;
    }

    @Override
    long choose(long sequence, int attempt, long newest) {
      int within = WITHIN + attempt;
      return unit(sequence, attempt) < hotOperations
          ? range.first() + below(hot, sequence, within)
          : range.first() + hot + below(range.count() - hot, sequence, within);
    }
  }

  /// An exponential distribution counted backwards from the newest record: a percentage of the
  /// operations goes to the latest share of the records. YCSB draws again what lies before the
  /// first record; the same distribution comes out of one draw by the inverse of what is left.
  private static final class Exponential extends KeyChooser {
    private final Range range;
    private final double gamma;
    private final double mass; // the share of the distribution that lies within the records

    Exponential(long seed, Range range, double percentile, double fraction) {
      super(seed);
      this.range = range;
      this.gamma =
          Math.max(Double.MIN_NORMAL, -Math.log1p(-percentile / 100) / (range.count() * fraction));
      this.mass = mass(range.count());
    }

    private double mass(long count) {
      return -Math.expm1(-gamma * count);
    }

    @Override
    long choose(long sequence, int attempt, long newest) {
      long count = newest - range.first() + 1;
      double within = count == range.count() ? mass : mass(count);
      long back = (long) (-Math.log1p(-unit(sequence, attempt) * within) / gamma);
      return newest - Math.min(back, count - 1);
    }
  }
}
