package dev.loadgen.engine.workload;

import dev.loadgen.driver.Operation;

/// Prepares one operation after the other, reusing one object and its buffers. One thread at a
/// time. Each operation that was prepared is either [#completed] or [#dropped] before the next.
public interface Preparer {
  /// Prepares an operation; the previous one is no longer valid.
  Operation prepare(long sequence);

  /// The index, among [Workload#kinds], of the operation prepared last.
  int kindIndex();

  /// Checks what the driver handed over as read, once the operation has succeeded.
  ///
  /// @return whether it is what the workload wrote, or nothing was handed over
  boolean verify();

  /// The system has answered the operation prepared last.
  ///
  /// @param well whether it succeeded
  void completed(boolean well);

  /// The operation prepared last was never sent.
  void dropped();
}
