package dev.loadgen.histograms.summary;

import java.util.List;

/// What a driver threw.
///
/// @param className the exception's class
/// @param message the message of the first
/// @param count how many there were
/// @param frames where the first came from: the first frames of its stack trace
public record ErrorSample(String className, String message, long count, List<String> frames) {}
