package dev.loadgen.engine.time;

/// A running estimate of one quantile of a stream, in constant space, that follows when the stream
/// changes: stochastic gradient descent on the pinball loss (Robbins and Monro, "A stochastic
/// approximation method", 1951; the constant step follows drift). The step is a fraction of the
/// estimate, so that it suits any scale. Not thread-safe; allocates nothing.
final class Quantile {
  private static final double STEP = 0.05;
  private static final double LEAST_STEP_NS = 100;

  private final double probability;
  private double estimateNs;

  /// @param probability in (0, 1)
  /// @param firstNs the estimate before anything is seen
  Quantile(double probability, double firstNs) {
    this.probability = probability;
    this.estimateNs = firstNs;
  }

  void add(long valueNs) {
    double step = Math.max(LEAST_STEP_NS, STEP * estimateNs);
    double gradient = valueNs > estimateNs ? probability : probability - 1;
    estimateNs = Math.max(0, estimateNs + step * gradient);
  }

  long estimateNs() {
    return (long) estimateNs;
  }
}
