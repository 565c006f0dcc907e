package dev.loadgen.engine.theory;

/// The mean wait of the queue M/G/1, by the formula of Pollaczek and Khinchine (Kleinrock, Queueing
/// Systems I, 1975, 5.6).
public final class PollaczekKhinchine {
  private PollaczekKhinchine() {}

  /// The mean wait of all customers.
  ///
  /// @param utilisation ρ, in (0, 1)
  /// @param squaredVariation variance over squared mean of the service time: 0 of M/D/1, 1 of M/M/1
  public static double meanWaitNs(
      double utilisation, double meanServiceNs, double squaredVariation) {
    return utilisation / (1 - utilisation) * (1 + squaredVariation) / 2 * meanServiceNs;
  }
}
