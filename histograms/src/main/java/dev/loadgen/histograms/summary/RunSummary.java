package dev.loadgen.histograms.summary;

import java.util.List;
import java.util.Map;

/// All that is known of a run.
///
/// @param schemaVersion of `summary.json`
/// @param outcome how it ended: `completed`, `failed`, `missed` (an objective), `interrupted`
/// @param version of loadgen
/// @param startEpochMs the window's start, ms since the epoch
/// @param windowNs the window's length
/// @param elapsedNs from the window's start until the run was closed
/// @param plan as resolved
/// @param environment where it ran
/// @param ledger of the window
/// @param warmupLedger of the warm-up; null without one
/// @param heldBack what had to wait at the bound of the open model; null in the closed one
/// @param all all operations together
/// @param operations each kind
/// @param hiccup how late an idle thread of the generator woke; null if that was not measured
/// @param errors what the driver threw
/// @param events what the driver reported
/// @param counters what the driver counted
/// @param findings what the figures mean, in sentences
/// @param problems what went wrong, in sentences
/// @param objectives what became of the plan's objectives, in their order
public record RunSummary(
    int schemaVersion,
    String outcome,
    String version,
    long startEpochMs,
    long windowNs,
    long elapsedNs,
    Map<String, Object> plan,
    Map<String, Object> environment,
    Ledger ledger,
    Ledger warmupLedger,
    HeldBack heldBack,
    OperationSummary all,
    List<OperationSummary> operations,
    Figures hiccup,
    List<ErrorSample> errors,
    List<EventSummary> events,
    List<CounterSummary> counters,
    List<String> findings,
    List<String> problems,
    List<ObjectiveSummary> objectives) {
  /// The version of the schema that [SummaryJson] writes.
  public static final int SCHEMA = 1;

  /// The same run, judged otherwise.
  public RunSummary with(String newOutcome, List<String> newFindings, List<String> newProblems) {
    return new RunSummary(
        schemaVersion,
        newOutcome,
        version,
        startEpochMs,
        windowNs,
        elapsedNs,
        plan,
        environment,
        ledger,
        warmupLedger,
        heldBack,
        all,
        operations,
        hiccup,
        errors,
        events,
        counters,
        List.copyOf(newFindings),
        List.copyOf(newProblems),
        objectives);
  }

  /// The rate of the schedule, over the window: operations that fell due, whatever became of them.
  ///
  /// @return per second; NaN without a schedule
  public double offeredPerSecond() {
    return all.response() == null || windowNs == 0
        ? Double.NaN
        : ledger.scheduled() * 1e9 / windowNs;
  }
}
