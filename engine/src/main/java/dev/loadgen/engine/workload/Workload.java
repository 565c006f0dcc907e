package dev.loadgen.engine.workload;

import dev.loadgen.driver.OperationKind;
import java.nio.ByteBuffer;
import java.util.List;

/// What the operations of a run are. Thread-safe; what one worker reuses is in its [Preparer].
public interface Workload {
  /// The kinds that occur, in the order in which they are reported.
  List<OperationKind> kinds();

  /// Which kind an operation is: a pure function of its number.
  ///
  /// @return an index into [#kinds]
  int kindIndex(long sequence);

  /// Prepares operations for one worker.
  Preparer preparer();

  /// Whether this is the value that the workload writes under this key. Neither buffer is moved.
  boolean matches(ByteBuffer key, ByteBuffer value);
}
