package dev.loadgen.histograms.summary;

/// Events that a driver reported under one name.
///
/// @param name theirs
/// @param count how many ended
/// @param totalNs how long they took together
/// @param maxNs how long the longest took
/// @param open whether one had not ended
public record EventSummary(String name, long count, double totalNs, double maxNs, boolean open) {}
