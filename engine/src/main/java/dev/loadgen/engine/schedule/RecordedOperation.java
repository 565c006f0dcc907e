package dev.loadgen.engine.schedule;

/// What a recording says of an operation beside its time.
///
/// @param kind the name of its kind; null if it does not say
/// @param key the key's text, or the number of a record; null if it does not say
/// @param valueBytes how many bytes the value has; −1 if it does not say
public record RecordedOperation(String kind, String key, int valueBytes) {}
