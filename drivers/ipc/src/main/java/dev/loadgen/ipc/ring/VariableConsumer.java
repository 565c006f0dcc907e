package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The consumer of a `VARIABLE` ring. What is said of [FixedConsumer] holds here: one thread at a
/// time, never waits, each message whole, once, in order, nothing is allocated.
public final class VariableConsumer implements AutoCloseable {
  /// What [#available] and [#poll] return when there is no message.
  public static final int EMPTY = -1;

  private final SpscControl control;
  private final MemorySegment bytes;
  private final Role role;
  private final long capacity;
  private final long mask;
  private final int largestBytes;

  VariableConsumer(SpscControl control, MemorySegment bytes, RingGeometry geometry, Role role) {
    this.control = control;
    this.bytes = bytes;
    this.role = role;
    this.capacity = geometry.capacity();
    this.mask = capacity - 1;
    this.largestBytes = geometry.messageBytes();
    control.cachedTailPlain(control.tailAcquire());
  }

  /// Finds the next message, to be read and then released.
  ///
  /// @return how long it is; [#EMPTY] if there is none
  /// @throws IllegalStateException if the producer wrote what cannot be a message
  public int available() {
    long head = control.headPlain();
    if (isEmpty(head)) {
      return EMPTY;
    }
    int length = bytes.get(ValueLayout.JAVA_INT, head & mask);
    if (length == VariableFrame.PADDING) {
      head += capacity - (head & mask);
      control.headRelease(head);
      if (isEmpty(head)) {
        return EMPTY; // not from our producer, which commits the message with its padding
      }
      length = bytes.get(ValueLayout.JAVA_INT, head & mask);
    }
    if (length < 0 || length > largestBytes) {
      throw new IllegalStateException(
          "the ring is damaged: a message of " + length + " bytes at " + head);
    }
    return length;
  }

  private boolean isEmpty(long head) {
    if (head < control.cachedTailPlain()) {
      return false;
    }
    long tail = control.tailAcquire();
    control.cachedTailPlain(tail);
    return head >= tail;
  }

  /// Where messages lie; to be read within what is available.
  public MemorySegment memory() {
    return bytes;
  }

  /// Where the available message begins.
  public long availableOffset() {
    return (control.headPlain() & mask) + VariableFrame.HEADER_BYTES;
  }

  /// Gives the available message's room back to the producer.
  public void release() {
    long head = control.headPlain();
    int length = bytes.get(ValueLayout.JAVA_INT, head & mask);
    control.headRelease(head + VariableFrame.bytes(length));
  }

  /// Copies one message out.
  ///
  /// @param target to where; must have room for the ring's largest from `offset` on, or at least
  ///   for this one
  /// @return how long it is; [#EMPTY] if there is none
  /// @throws IndexOutOfBoundsException if it does not fit; it is still there then
  public int poll(MemorySegment target, long offset) {
    int length = available();
    if (length != EMPTY) {
      MemorySegment.copy(bytes, availableOffset(), target, offset, length);
      release();
    }
    return length;
  }

  /// Reads messages where they lie; each is released when the reader is done with it, also when it
  /// throws.
  ///
  /// @param limit how many at most
  /// @return how many
  public int drain(MessageReader reader, int limit) {
    int drained = 0;
    while (drained < limit) {
      int length = available();
      if (length == EMPTY) {
        break;
      }
      drained++;
      try {
        reader.read(bytes, availableOffset(), length);
      } finally {
        release();
      }
    }
    return drained;
  }

  /// Leaves the ring to another consumer.
  @Override
  public void close() {
    role.close();
  }
}
