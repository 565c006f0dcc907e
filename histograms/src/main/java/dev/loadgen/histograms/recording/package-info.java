/// Recording while load runs: histograms, exact sums and counts, written by one thread and
/// collected by another. What a summary makes of them does not belong here.
package dev.loadgen.histograms.recording;
