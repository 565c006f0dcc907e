package dev.loadgen.engine.result;

import dev.loadgen.histograms.summary.RunSummary;
import java.nio.file.Path;
import java.util.Optional;

/// What a run found.
///
/// @param status how it ended
/// @param summary all figures
/// @param directory where log, timeline and summary lie; empty if the plan named no output
public record RunResult(RunStatus status, RunSummary summary, Optional<Path> directory) {}
