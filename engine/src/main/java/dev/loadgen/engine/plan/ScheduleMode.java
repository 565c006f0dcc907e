package dev.loadgen.engine.plan;

/// Which worker sends an operation, in the closed model.
public enum ScheduleMode {
  /// Each worker has a schedule of its own, at target ÷ threads: YCSB's model. A stalled worker's
  /// operations wait for that worker.
  PER_THREAD,
  /// One schedule; the next free worker takes the next intended time.
  SHARED
}
