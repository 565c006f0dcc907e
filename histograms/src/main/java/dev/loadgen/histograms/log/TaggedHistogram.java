package dev.loadgen.histograms.log;

import org.HdrHistogram.Histogram;

/// A line of an interval log.
///
/// @param tag what it is of; null for an untagged line
/// @param histogram values in ns
public record TaggedHistogram(String tag, Histogram histogram) {}
