package dev.loadgen.kv.store;

import java.lang.foreign.MemorySegment;

/// Sees records, in place.
public interface RecordVisitor {
  /// Called once for each record. The memory must not be looked at after the visit.
  ///
  /// @param memory holds key and value
  /// @param keyAt where the key is
  /// @param keyLength bytes
  /// @param valueAt where the value is
  /// @param valueLength bytes
  void visit(MemorySegment memory, long keyAt, int keyLength, long valueAt, int valueLength);
}
