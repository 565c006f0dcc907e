package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The producer of a `VARIABLE` ring. What is said of [FixedProducer] holds here: one thread at a
/// time, never waits, a message is seen whole or not at all, nothing is allocated.
public final class VariableProducer implements AutoCloseable {
  /// What [#claim] returns when the ring is full.
  public static final long FULL = -1;

  private final SpscControl control;
  private final MemorySegment bytes;
  private final Role role;
  private final long capacity;
  private final long mask;
  private final int largestBytes;
  private long paddingBytes;
  private int claimedBytes = -1;

  VariableProducer(SpscControl control, MemorySegment bytes, RingGeometry geometry, Role role) {
    this.control = control;
    this.bytes = bytes;
    this.role = role;
    this.capacity = geometry.capacity();
    this.mask = capacity - 1;
    this.largestBytes = geometry.messageBytes();
    control.cachedHeadPlain(control.headAcquire());
  }

  /// Claims room for a message, to be written and then committed; claiming again without a commit
  /// forgets the claim before.
  ///
  /// @param messageBytes how long it may become, 0 to the ring's largest
  /// @return where in [#memory] it begins; [#FULL] if there is no room
  /// @throws IllegalArgumentException if it is longer than the ring's largest
  public long claim(int messageBytes) {
    if (messageBytes < 0 || messageBytes > largestBytes) {
      throw new IllegalArgumentException(
          "a message of " + messageBytes + " bytes; this ring takes 0 to " + largestBytes);
    }
    long tail = control.tailPlain();
    long frame = VariableFrame.bytes(messageBytes);
    long untilEnd = capacity - (tail & mask);
    long padding = frame <= untilEnd ? 0 : untilEnd;
    claimedBytes = -1;
    if (!hasRoom(tail, padding + frame)) {
      return FULL;
    }
    paddingBytes = padding;
    claimedBytes = messageBytes;
    return ((tail + padding) & mask) + VariableFrame.HEADER_BYTES;
  }

  private boolean hasRoom(long tail, long needed) {
    if (control.cachedHeadPlain() + capacity - tail >= needed) {
      return true;
    }
    long head = control.headAcquire();
    control.cachedHeadPlain(head);
    return head + capacity - tail >= needed;
  }

  /// Where messages lie; to be written within what was claimed.
  public MemorySegment memory() {
    return bytes;
  }

  /// Gives the claimed message to the consumer.
  ///
  /// @param messageBytes how long it has become, at most what was claimed
  /// @throws IllegalStateException if nothing is claimed
  /// @throws IllegalArgumentException if it is longer than what was claimed
  public void commit(int messageBytes) {
    if (claimedBytes < 0) {
      throw new IllegalStateException("nothing is claimed");
    }
    if (messageBytes < 0 || messageBytes > claimedBytes) {
      throw new IllegalArgumentException(
          messageBytes + " bytes; " + claimedBytes + " were claimed");
    }
    long tail = control.tailPlain();
    if (paddingBytes > 0) {
      bytes.set(ValueLayout.JAVA_INT, tail & mask, VariableFrame.PADDING);
      tail += paddingBytes;
    }
    bytes.set(ValueLayout.JAVA_INT, tail & mask, messageBytes);
    claimedBytes = -1;
    control.tailRelease(tail + VariableFrame.bytes(messageBytes));
  }

  /// Copies a message in.
  ///
  /// @return false if the ring is full
  /// @throws IllegalArgumentException if it is longer than the ring's largest
  public boolean offer(MemorySegment source, long offset, int messageBytes) {
    long at = claim(messageBytes);
    if (at == FULL) {
      return false;
    }
    MemorySegment.copy(source, offset, bytes, at, messageBytes);
    commit(messageBytes);
    return true;
  }

  /// Leaves the ring to another producer. What was committed stays.
  @Override
  public void close() {
    role.close();
  }
}
