package dev.loadgen.kv.driver;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.kv.codec.UndecodableException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// What the values of records are: the workload's bytes, or users that a codec makes bytes of. For
/// one thread at a time.
interface Values {
  /// The value that an operation writes; valid until the next call, and as long as the operation.
  ByteBuffer written(Operation operation);

  /// Takes the value that an operation read.
  ///
  /// @return what became of the read
  /// @throws UndecodableException if it is none
  Outcome read(Operation operation, byte[] bytes, int from, int length) throws UndecodableException;

  /// The same, for a value in the store's memory.
  Outcome read(Operation operation, MemorySegment memory, long at, int length)
      throws UndecodableException;

  /// Takes a value that a scan met, in the store's memory.
  void scanned(MemorySegment memory, long at, int length) throws UndecodableException;

  /// How a value will be taken that this operation asks for. The thread that submits it may call
  /// this, whoever takes the value.
  Taking taking(Operation operation);

  /// How values that scans meet will be taken; null if nothing looks at them.
  Taking scanning();

  /// Takes one value that was read after its operation has gone.
  interface Taking {
    /// Looks at nothing.
    Taking UNSEEN = (bytes, from, length) -> Outcome.OK;

    /// Takes it.
    ///
    /// @return what became of the read
    /// @throws UndecodableException if it is none
    Outcome take(byte[] bytes, int from, int length) throws UndecodableException;
  }
}
