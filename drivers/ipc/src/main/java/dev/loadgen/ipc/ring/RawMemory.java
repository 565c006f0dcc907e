package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/// A segment that is used by its address, without the checks of bounds, of life and of alignment:
/// they are more than half of what it takes to hand over a small message.
///
/// Who uses it answers for what they would have found: offsets are aligned and below the length,
/// whatever is written in the memory itself. The segment is of an automatic arena, which lives as
/// long as this refers to it.
final class RawMemory {
  @SuppressWarnings("restricted") // the command enables native access, and so do its children
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  // Plain accesses need not be of a whole word, and so are not checked to be.
  private static final VarHandle PLAIN_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.varHandle().withInvokeExactBehavior();
  private static final VarHandle PLAIN_INT =
      ValueLayout.JAVA_INT_UNALIGNED.varHandle().withInvokeExactBehavior();

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  private final MemorySegment segment;
  private final long address;

  /// @throws IllegalArgumentException if it is on the heap
  RawMemory(MemorySegment segment) {
    if (!segment.isNative()) {
      throw new IllegalArgumentException("on the heap: " + segment);
    }
    this.segment = segment;
    this.address = segment.address();
  }

  MemorySegment segment() {
    return segment;
  }

  long getLong(long offset) {
    try {
      return (long) PLAIN_LONG.get(ALL, address + offset);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }

  long getLongAcquire(long offset) {
    try {
      return (long) LONG.getAcquire(ALL, address + offset);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }

  void putLong(long offset, long value) {
    try {
      PLAIN_LONG.set(ALL, address + offset, value);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }

  void putLongRelease(long offset, long value) {
    try {
      LONG.setRelease(ALL, address + offset, value);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }

  int getInt(long offset) {
    try {
      return (int) PLAIN_INT.get(ALL, address + offset);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }

  int getIntAcquire(long offset) {
    try {
      return (int) INT.getAcquire(ALL, address + offset);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }

  void putInt(long offset, int value) {
    try {
      PLAIN_INT.set(ALL, address + offset, value);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }

  void putIntRelease(long offset, int value) {
    try {
      INT.setRelease(ALL, address + offset, value);
    } finally {
      Reference.reachabilityFence(segment);
    }
  }
}
