package dev.loadgen.engine.schedule;

/// A piece of a rate that changes over time: how many operations it expects until an instant, and
/// when the x-th is due. Both grow without a break, and each undoes the other. Thread-safe.
interface RateCurve {
  /// How many operations fall due from the beginning of the piece until an instant.
  ///
  /// @param ns from the beginning, 0 or more
  double expected(double ns);

  /// When the expected number is reached.
  ///
  /// @param whole of the number; 0 or more
  /// @param fraction of the number; 0 to 1, exclusive
  /// @return ns from the beginning
  double dueNs(long whole, double fraction);

  /// A rate that changes evenly: x = a·t + b·t²÷2, solved by the form of the quadratic formula that
  /// only adds numbers of one sign, from the slower end: so nothing cancels.
  final class Ramp implements RateCurve {
    private final double slow; // per ns
    private final double growth; // per ns²
    private final double lengthNs;
    private final double all;
    private final boolean falling;

    /// @param from operations per ns
    /// @param to operations per ns
    Ramp(double from, double to, long lengthNs) {
      this.slow = Math.min(from, to);
      this.growth = Math.abs(to - from) / lengthNs;
      this.lengthNs = lengthNs;
      this.all = (from + to) / 2 * lengthNs;
      this.falling = to < from;
    }

    @Override
    public double expected(double ns) {
      return falling ? all - rising(lengthNs - ns) : rising(ns);
    }

    private double rising(double ns) {
      return (slow + growth * ns / 2) * ns;
    }

    @Override
    public double dueNs(long whole, double fraction) {
      return falling
          ? lengthNs - risen(Math.max(0, all - whole - fraction))
          : risen(whole + fraction);
    }

    private double risen(double number) {
      double root = Math.sqrt(slow * slow + 2 * growth * number);
      return number == 0 ? 0 : 2 * number / (slow + root);
    }
  }

  /// A rate that swings about a mean: x = m·t + a·P÷2π·(1 − cos(2πt÷P)), solved in its period by
  /// bisection and Newton's steps.
  final class Sine implements RateCurve {
    private static final double EXACT_NS = 1e-3;
    private static final int STEPS = 200;

    private final double mean; // per ns
    private final double amplitude; // per ns
    private final long periodNs;
    private final double perPeriod;

    /// @param mean operations per ns
    /// @param amplitude operations per ns, at most the mean
    Sine(double mean, double amplitude, long periodNs) {
      this.mean = mean;
      this.amplitude = amplitude;
      this.periodNs = periodNs;
      this.perPeriod = mean * periodNs;
    }

    @Override
    public double expected(double ns) {
      double periods = Math.floor(ns / periodNs);
      return periods * perPeriod + inPeriod(ns - periods * periodNs);
    }

    private double inPeriod(double ns) {
      double half = StrictMath.sin(Math.PI * ns / periodNs); // 1 − cos 2x = 2 sin² x
      return mean * ns + amplitude * periodNs / Math.PI * half * half;
    }

    @Override
    public double dueNs(long whole, double fraction) {
      double periods = Math.floor((whole + fraction) / perPeriod);
      double number = Math.max(0, whole - periods * perPeriod + fraction);
      double low = 0;
      double high = periodNs;
      double at = Math.min(number / mean, high);
      for (int step = 0; step < STEPS && high - low > EXACT_NS; step++) {
        double excess = inPeriod(at) - number;
        if (excess >= 0) {
          high = at;
        } else {
          low = at;
        }
        double rate = mean + amplitude * StrictMath.sin(2 * Math.PI * at / periodNs);
        double next = at - excess / rate;
        if (Math.abs(next - at) < EXACT_NS / 8 && next >= low && next <= high) {
          return periods * periodNs + next;
        }
        at = next > low && next < high ? next : (low + high) / 2;
      }
      return periods * periodNs + at;
    }
  }
}
