package dev.loadgen.engine.result;

/// What happened in one interval, over all kinds of operation.
///
/// @param startNs the interval's start, in ns from the window's start; negative during warm-up
/// @param endNs the interval's end, likewise
/// @param phase in which part of the run it lies
/// @param progress the done part of the run, 0 to 1
/// @param targetPerSecond the rate asked for; NaN without one
/// @param scheduled operations whose intended start lay in the interval; those sent, without target
/// @param sent operations sent
/// @param succeeded operations that succeeded
/// @param failed operations that failed
/// @param backlog operations that are due and unsent at the interval's end
/// @param backlogNs for how long the oldest operation that has not completed has been due
/// @param inFlight operations in flight at the interval's end
/// @param service service times of those that succeeded
/// @param response response times of those that succeeded; null without a target
public record IntervalReport(
    long startNs,
    long endNs,
    Phase phase,
    double progress,
    double targetPerSecond,
    long scheduled,
    long sent,
    long succeeded,
    long failed,
    long backlog,
    long backlogNs,
    long inFlight,
    Tail service,
    Tail response) {
  /// The parts of a run.
  public enum Phase {
    /// Before the window.
    WARMUP,
    /// The window.
    WINDOW,
    /// After the window: what was due before its end is still being sent and completed.
    DRAIN
  }

  /// A latency distribution in three numbers, in ns; all 0 if nothing succeeded.
  public record Tail(long p50Ns, long p99Ns, long maxNs) {}

  /// Operations completed per second.
  public double achievedPerSecond() {
    return (succeeded + failed) * 1e9 / Math.max(1, endNs - startNs);
  }
}
