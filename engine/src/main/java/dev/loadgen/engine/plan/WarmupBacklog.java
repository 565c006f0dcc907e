package dev.loadgen.engine.plan;

/// What happens to warm-up operations that are due but unsent when the window begins.
public enum WarmupBacklog {
  /// They are cut, and counted in the warm-up's ledger.
  CUT,
  /// They are sent: the window begins with the backlog of the warm-up, the steady state of an
  /// overloaded system.
  KEEP
}
