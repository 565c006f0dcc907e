package dev.loadgen.histograms.summary;

import java.util.Map;

/// One kind of operation, or all together.
///
/// @param name the kind's, or `ALL`
/// @param sent how many were sent
/// @param succeeded how many succeeded
/// @param failed how many failed
/// @param censored how many had not completed when the run was closed
/// @param outcomes how many had which outcome, by name
/// @param achievedPerSecond operations that completed within the window, well or badly, per second
///   of it
/// @param service of those that succeeded
/// @param response of those that succeeded and the censored; null without a target
/// @param waiting backlog waits of those that succeeded; null without a target
/// @param lag of those that succeeded; null without a target
/// @param failedService of those that failed; null if none did
/// @param failedResponse of those that failed; null if none did, or without a target
public record OperationSummary(
    String name,
    long sent,
    long succeeded,
    long failed,
    long censored,
    Map<String, Long> outcomes,
    double achievedPerSecond,
    Figures service,
    Figures response,
    Figures waiting,
    Figures lag,
    Figures failedService,
    Figures failedResponse) {}
