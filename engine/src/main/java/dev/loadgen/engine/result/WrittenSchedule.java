package dev.loadgen.engine.result;

/// A schedule that was written as a recording.
///
/// @param operations how many it has
/// @param hash the SHA-256 of what was written
public record WrittenSchedule(long operations, String hash) {}
