package dev.loadgen.histograms.summary;

/// A figure in ns, or all that is known of it: that it is at least this.
///
/// @param value ns; NaN if there is nothing to tell
/// @param lowerBoundOnly whether the true figure may be larger, because operations are censored
public record Bound(double value, boolean lowerBoundOnly) {}
