package dev.loadgen.histograms.summary;

/// What became of every scheduled operation.
///
/// @param scheduled how many the schedule had; without a schedule, how many were begun
/// @param succeeded completed well
/// @param failed completed with an error
/// @param inFlight sent, and not completed when the run was closed
/// @param neverSent due, and not sent when the run was closed
/// @param cut warm-up operations left unsent when the window began
public record Ledger(
    long scheduled, long succeeded, long failed, long inFlight, long neverSent, long cut) {
  /// Whether every scheduled operation is accounted for exactly once.
  public boolean balances() {
    return scheduled == succeeded + failed + inFlight + neverSent + cut;
  }

  /// Those of which only a lower bound of the response time is known.
  public long censored() {
    return inFlight + neverSent;
  }
}
