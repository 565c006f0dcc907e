package dev.loadgen.engine.workload;

import dev.loadgen.driver.Operation;

/// Prepares one operation after the other, reusing one object and its buffers. One thread at a
/// time.
public interface Preparer {
  /// Prepares an operation; the previous one is no longer valid.
  Operation prepare(long sequence);

  /// The index, among [Workload#kinds], of the operation prepared last.
  int kindIndex();
}
