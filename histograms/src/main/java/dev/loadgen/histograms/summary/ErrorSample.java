package dev.loadgen.histograms.summary;

/// What a driver threw.
///
/// @param className the exception's class
/// @param message the message of the first
/// @param count how many there were
public record ErrorSample(String className, String message, long count) {}
