package dev.loadgen.engine.find;

import dev.loadgen.engine.plan.Rate;
import dev.loadgen.histograms.summary.Bound;
import java.util.List;

/// What one run at one rate said.
///
/// @param number from 1, in the order in which they were made
/// @param rate the rate asked for
/// @param seed of the run
/// @param verdict whether the rate held
/// @param offeredPerSecond what the schedule had
/// @param achievedPerSecond what completed within the window
/// @param errors the share of what was due that failed
/// @param censored how many operations never completed
/// @param service service times
/// @param response response times
/// @param lagP99Ns the generator's lateness
/// @param backlogPerSecond by how many operations per second more was outstanding as the window
///   went on; NaN if the window was too short to tell
/// @param backlogGrows whether it grew through the whole window
/// @param figures of the objectives, in their order: ns or shares, as far as they can be from the
///   good side of their limits
/// @param directory what the run left, below the search's
/// @param reason why it did not hold; empty if it did
public record Probe(
    int number,
    Rate rate,
    long seed,
    Verdict verdict,
    double offeredPerSecond,
    double achievedPerSecond,
    double errors,
    long censored,
    Tail service,
    Tail response,
    double lagP99Ns,
    double backlogPerSecond,
    boolean backlogGrows,
    List<Double> figures,
    String directory,
    String reason) {
  /// Whether a rate held.
  public enum Verdict {
    /// All objectives did, the rate was reached, and the backlog did not grow.
    HELD,
    /// The system could not keep up.
    MISSED,
    /// The generator could not: nothing is known of the system.
    GENERATOR
  }

  /// A series in three figures, ns.
  public record Tail(Bound p50, Bound p99, Bound p999) {}

  /// Copies the list.
  public Probe {
    figures = List.copyOf(figures);
  }

  /// Whether the rate held.
  public boolean held() {
    return verdict == Verdict.HELD;
  }
}
