package dev.loadgen.benchmarks.openmodel;

/// The mean wait of M/M/c, by Erlang's C (Kleinrock, Queueing Systems I, 1975, 3.5).
final class ErlangQueue {
  private ErlangQueue() {}

  /// The mean wait of all customers.
  ///
  /// @param servers c
  /// @param perSecond arrivals
  /// @param serviceMs mean service time
  /// @return ms; infinite if the servers cannot keep up
  static double meanWaitMs(int servers, double perSecond, double serviceMs) {
    double offered = perSecond * serviceMs / 1e3;
    double utilisation = offered / servers;
    if (utilisation >= 1) {
      return Double.POSITIVE_INFINITY;
    }
    double blocked = 1; // Erlang's B, by its recursion
    for (int i = 1; i <= servers; i++) {
      blocked = offered * blocked / (i + offered * blocked);
    }
    double waiting = blocked / (1 - utilisation * (1 - blocked));
    return waiting * serviceMs / servers / (1 - utilisation);
  }
}
