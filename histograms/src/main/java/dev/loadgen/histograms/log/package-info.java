/// What is written while a run goes on: HdrHistogram interval logs and the timeline.
package dev.loadgen.histograms.log;
