package dev.loadgen.engine.theory;

/// Means of what successive customers see, and how sure they are, from regenerative cycles.
///
/// Waits of neighbours are alike, so s ÷ √n says nothing of their mean. But where the process
/// begins afresh, what comes is independent of what was: sums over cycles between such points are
/// independent and alike. The mean is the ratio of a cycle's sum to its length, the error that of a
/// ratio (Crane and Iglehart, Simulating stable stochastic systems III, Operations Research 23,
/// 1975; Asmussen and Glynn, Stochastic Simulation, 2007, IV.4).
///
/// What comes before the first such point and after the last is left out. By one thread at a time.
public final class RegenerativeCycles {
  private final double[] sum; // of the cycle that goes on
  private final double[] sums; // of all full cycles, as are the following
  private final double[] squares;
  private final double[] products;
  private long length;
  private double lengths;
  private double lengthSquares;
  private long cycles = -1; // −1 before the first

  /// @param series how many values each customer has
  public RegenerativeCycles(int series) {
    sum = new double[series];
    sums = new double[series];
    squares = new double[series];
    products = new double[series];
  }

  /// The process begins afresh with the next customer.
  public void regenerate() {
    cycles++;
    for (int i = 0; i < sum.length; i++) {
      if (cycles > 0) {
        sums[i] += sum[i];
        squares[i] += sum[i] * sum[i];
        products[i] += sum[i] * length;
      }
      sum[i] = 0;
    }
    if (cycles > 0) {
      lengths += length;
      lengthSquares += (double) length * length;
    }
    length = 0;
  }

  /// The next customer.
  ///
  /// @param values one for each series
  public void add(double[] values) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += values[i];
    }
    length++;
  }

  /// How many full cycles there were.
  public long count() {
    return Math.max(0, cycles);
  }

  /// The mean of a series.
  public double mean(int series) {
    return sums[series] / lengths;
  }

  /// The standard error of the mean of a series.
  public double error(int series) {
    double mean = mean(series);
    double scatter = squares[series] - 2 * mean * products[series] + mean * mean * lengthSquares;
    return Math.sqrt(scatter / (cycles - 1.0) * cycles) / lengths;
  }
}
