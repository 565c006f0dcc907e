package dev.loadgen.engine.workload;

/// Zipf's distribution over 0 … n−1: the number of rank i comes with a probability proportional to
/// 1/(i+1)^θ. Drawn in constant time by the approximation of Gray, Sundaresan, Englert, Baclawski
/// and Weinberger: "Quickly generating billion-record synthetic databases", SIGMOD 1994; the same
/// that YCSB uses. Immutable.
final class Zipfian {
  private static final int EXACT_TERMS = 1_000;

  private final long count;
  private final double theta;
  private final double alpha;
  private final double zeta;
  private final double eta;

  /// @param count at least 1
  /// @param theta more than 0 and less than 1
  Zipfian(long count, double theta) {
    this(count, theta, zeta(count, theta));
  }

  /// @param zeta what [#zeta] gives for both
  Zipfian(long count, double theta, double zeta) {
    this.count = count;
    this.theta = theta;
    this.zeta = zeta;
    this.alpha = 1 / (1 - theta);
    this.eta = (1 - Math.pow(2.0 / count, 1 - theta)) / (1 - zeta(2, theta) / zeta);
  }

  /// The number that belongs to a draw.
  ///
  /// @param unit uniform in [0, 1)
  long at(double unit) {
    double scaled = unit * zeta;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < 1 + Math.pow(0.5, theta)) {
      return Math.min(1, count - 1);
    }
    return Math.min(count - 1, (long) (count * Math.pow(eta * unit - eta + 1, alpha)));
  }

  /// The generalised harmonic number: the sum of 1/i^θ for i from 1 to n. The tail beyond the first
  /// terms by the Euler–Maclaurin formula, to about 15 digits.
  static double zeta(long n, double theta) {
    double sum = 0;
    long exact = Math.min(n, EXACT_TERMS);
    for (long i = 1; i <= exact; i++) {
      sum += Math.pow((double) i, -theta);
    }
    if (n == exact) {
      return sum;
    }
    double from = (double) exact;
    double to = (double) n;
    double integral = (Math.pow(to, 1 - theta) - Math.pow(from, 1 - theta)) / (1 - theta);
    double ends = (Math.pow(to, -theta) - Math.pow(from, -theta)) / 2;
    double slopes = theta * (Math.pow(from, -theta - 1) - Math.pow(to, -theta - 1)) / 12;
    return sum + integral + ends + slopes;
  }
}
