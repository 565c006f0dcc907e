package dev.loadgen.histograms.summary;

/// A driver's counter.
///
/// @param name its name
/// @param unit its unit
/// @param value what it reached
public record CounterSummary(String name, String unit, long value) {}
