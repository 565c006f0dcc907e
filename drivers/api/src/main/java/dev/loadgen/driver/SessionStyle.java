package dev.loadgen.driver;

/// How a session is used.
public enum SessionStyle {
  /// [Session]: one operation at a time; the call returns with the answer.
  BLOCKING,
  /// [AsyncSession]: many operations in flight; answers come by [Completions].
  ASYNC
}
