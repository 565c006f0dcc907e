package dev.loadgen.engine.workload;

import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.schedule.RecordedOperation;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;

/// What the operations of a run are. Thread-safe; what one worker reuses is in its [Preparer].
public interface Workload {
  /// The kinds that occur, in the order in which they are reported.
  List<OperationKind> kinds();

  /// Which kind an operation is: a pure function of its number, and of its worker's where workers
  /// have roles.
  ///
  /// @return an index into [#kinds]
  int kindIndex(int worker, long sequence);

  /// Which kind an operation is, of a recording that may say so itself.
  ///
  /// @param recorded what it says; null if that is nothing
  /// @return an index into [#kinds]
  int kindIndex(int worker, long sequence, RecordedOperation recorded);

  /// The system has answered an operation that was handed over.
  ///
  /// @param made what [Preparer#handOver] returned
  /// @param well whether it succeeded
  void answered(long made, boolean well);

  /// Prepares operations for one worker.
  Preparer preparer(int worker);

  /// Whether this is the value that the workload writes under this key. Neither buffer is moved.
  boolean matches(ByteBuffer key, ByteBuffer value);

  /// A driver has itself compared a value that it read with what is written.
  void checked(boolean right);

  /// Whether what drivers read is checked.
  boolean verifies();

  /// An equal workload that shares nothing with this one: what is prepared of it changes nothing
  /// here. Where records are large, its are small: it is for practice.
  Workload rehearsal();

  /// How many records are there, from the first on without a gap, if it is made to insert them.
  OptionalLong loaded();

  /// What there is to say of it once it is over, in sentences.
  List<String> findings();
}
