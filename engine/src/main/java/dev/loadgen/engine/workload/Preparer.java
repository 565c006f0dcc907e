package dev.loadgen.engine.workload;

import dev.loadgen.driver.Operation;
import dev.loadgen.engine.schedule.RecordedOperation;

/// Prepares one operation after the other, reusing one object and its buffers. One thread at a
/// time. Each operation that was prepared is either [#completed] or [#dropped] before the next.
public interface Preparer {
  /// Prepares an operation of which no recording says anything.
  default Operation prepare(long sequence) {
    return prepare(sequence, null);
  }

  /// Prepares an operation; the previous one is no longer valid.
  ///
  /// @param recorded what a recording says of it; null if that is nothing
  Operation prepare(long sequence, RecordedOperation recorded);

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

  /// The operation prepared last will be answered after others have been prepared: what it makes is
  /// handed over to who sees to that.
  ///
  /// @return the number of the record that it makes, for [Workload#answered]; −1 if it makes none
  long handOver();

  /// The operation prepared last was never sent.
  void dropped();
}
