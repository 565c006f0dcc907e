package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;

/// Takes messages where they lie.
@FunctionalInterface
public interface MessageReader {
  /// Reads one message, which is valid until this returns.
  ///
  /// @param memory where it lies
  /// @param offset where it begins
  /// @param bytes how long it is
  void read(MemorySegment memory, long offset, int bytes);
}
