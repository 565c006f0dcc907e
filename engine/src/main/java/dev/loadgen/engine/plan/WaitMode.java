package dev.loadgen.engine.plan;

/// How a worker waits for an intended time.
public enum WaitMode {
  /// Sleep until it has come: cheap, late by the timer's overshoot.
  SLEEP,
  /// Poll the clock: exact, a whole CPU per worker.
  SPIN,
  /// Sleep until shortly before, poll the rest; never more pollers than CPUs to spare.
  HYBRID
}
