package dev.loadgen.engine.theory;

/// The queue M/M/c in its steady state: Poisson arrivals, exponential service, first come, first
/// served. Formulas: Kleinrock, Queueing Systems I, 1975, 3.2 and 3.5.
///
/// @param servers c, at least 1
/// @param utilisation ρ = λ ÷ cμ, in (0, 1)
/// @param meanServiceNs 1 ÷ μ
public record MarkovQueue(int servers, double utilisation, double meanServiceNs) {
  /// The fraction of the customers that wait: Erlang's C, from the recursion of Erlang's B. With
  /// one server it is ρ.
  public double waiting() {
    double offered = servers * utilisation;
    double blocked = 1;
    for (int i = 1; i <= servers; i++) {
      blocked = offered * blocked / (i + offered * blocked);
    }
    return blocked / (1 - utilisation * (1 - blocked));
  }

  /// The mean wait of those that wait: 1 ÷ (cμ − λ).
  public double meanOfWaitingNs() {
    return meanServiceNs / servers / (1 - utilisation);
  }

  /// The mean wait of all.
  public double meanWaitNs() {
    return waiting() * meanOfWaitingNs();
  }

  /// The wait that a fraction of the customers exceeds: waits of those that wait are exponential.
  ///
  /// @param fraction in (0, [#waiting]]
  public double exceededByNs(double fraction) {
    return meanOfWaitingNs() * Math.log(waiting() / fraction);
  }

  /// The density of waits at a wait that a fraction of the customers exceeds, per ns.
  public double densityAt(double fraction) {
    return fraction / meanOfWaitingNs();
  }

  /// The standard error of the mean wait of n successive customers of one server, n large: waits
  /// are correlated, and this says by how much. The asymptotic variance is ρ(2 + 5ρ − 4ρ² + ρ³) ÷
  /// μ²(1 − ρ)⁴: Daley, The serial correlation coefficients of waiting times in a stationary single
  /// server queue, J. Austral. Math. Soc. 8, 1968; Whitt, Planning queueing simulations, Management
  /// Science 35, 1989.
  public double errorOfMeanWaitNs(long customers) {
    if (servers != 1) {
      throw new IllegalStateException("known for one server, not for " + servers);
    }
    double rho = utilisation;
    double variance = rho * (2 + rho * (5 + rho * (-4 + rho))) / Math.pow(1 - rho, 4);
    return meanServiceNs * Math.sqrt(variance / customers);
  }

  /// How long the queue remembers its start, or a little longer: the time constant of one fast
  /// server, 1 ÷ cμ(1 − √ρ)² (Morse 1955; Abate and Whitt 1987), and that of idle servers, 1 ÷ μ.
  public double relaxationNs() {
    double gap = 1 - Math.sqrt(utilisation);
    return meanServiceNs + meanServiceNs / servers / (gap * gap);
  }
}
