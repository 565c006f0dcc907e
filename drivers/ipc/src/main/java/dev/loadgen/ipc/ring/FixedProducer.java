package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;

/// The producer of a `FIXED` ring.
///
/// Used by one thread at a time; the consumer may be in another thread or process. It does not
/// wait: a full ring is reported; but in a fast stream it lets the other end get ahead
/// ([TemporalSlip]). A message is visible to the consumer, whole, once [#commit] or [#offer]
/// returned; a producer that dies before leaves no trace of it. Does not allocate.
///
/// Without a copy:
///
/// ```java
/// int claimed = producer.claim(64);
/// for (int i = 0; i < claimed; i++) {
///   producer.slots().set(JAVA_INT, producer.claimedOffset() + i * producer.slotBytes(), value++);
/// }
/// producer.commit(claimed);
/// ```
public final class FixedProducer implements AutoCloseable {
  private final SpscControl control;
  private final RawMemory slots;
  private final EndIndices indices;
  private final TemporalSlip slip;
  private final Role role;
  private final long capacity;
  private final long mask;
  private final int slotBytes;
  private final int messageBytes;

  FixedProducer(SpscControl control, MemorySegment slots, RingGeometry geometry, Role role) {
    this.control = control;
    this.slots = new RawMemory(slots);
    this.role = role;
    this.capacity = geometry.capacity();
    this.mask = capacity - 1;
    this.slotBytes = geometry.slotBytes();
    this.messageBytes = geometry.messageBytes();
    this.slip = new TemporalSlip(control::headAcquire, capacity);
    this.indices = new EndIndices(control.tailPlain(), control.headAcquire());
  }

  /// Claims slots that lie one behind the other, to be written and then committed. Claiming again
  /// without a commit claims the same ones.
  ///
  /// @param wanted how many at most, 1 or more
  /// @return how many, from 0 when the ring is full; fewer than are free where the ring wraps
  public int claim(int wanted) {
    long tail = indices.own;
    long free = indices.seen + capacity - tail;
    if (free < wanted) {
      long head = control.headAcquire();
      indices.seen = head;
      free = head + capacity - tail;
    }
    // Less than 0 only if the indices are damaged.
    return (int) Math.max(0, Math.min(Math.min(wanted, free), capacity - (tail & mask)));
  }

  /// Where the slots are; to be written within what was claimed.
  public MemorySegment slots() {
    return slots.segment();
  }

  /// Where the first claimed slot begins; the next is [#slotBytes] further.
  public long claimedOffset() {
    return (indices.own & mask) * slotBytes;
  }

  /// From one slot to the next, in bytes.
  public int slotBytes() {
    return slotBytes;
  }

  /// Gives claimed slots to the consumer.
  ///
  /// @param count at most as many as were claimed last
  public void commit(int count) {
    moveTo(indices.own + count);
  }

  /// Writes one message whose first four bytes are a number; the rest is as it was.
  ///
  /// @return false if the ring is full
  public boolean offerInt(int value) {
    long tail = indices.own;
    if (isFull(tail)) {
      return false;
    }
    slots.putInt((tail & mask) * slotBytes, value);
    moveTo(tail + 1);
    return true;
  }

  /// Copies one message in.
  ///
  /// @param source from where; as many bytes as a message has
  /// @return false if the ring is full
  public boolean offer(MemorySegment source, long offset) {
    long tail = indices.own;
    if (isFull(tail)) {
      return false;
    }
    MemorySegment.copy(source, offset, slots.segment(), (tail & mask) * slotBytes, messageBytes);
    moveTo(tail + 1);
    return true;
  }

  private boolean isFull(long tail) {
    if (tail - indices.seen < capacity) {
      return false;
    }
    long head = control.headAcquire();
    if (tail - head >= capacity) {
      return true;
    }
    indices.seen = slip.index(head, tail - capacity);
    return false;
  }

  private void moveTo(long tail) {
    indices.own = tail;
    control.tailRelease(tail);
  }

  /// How many messages were ever committed to this ring, by this producer and those before.
  public long committed() {
    return indices.own;
  }

  /// How many of them the consumer has released.
  public long consumed() {
    return control.headAcquire();
  }

  /// Leaves the ring to another producer. What was committed stays.
  @Override
  public void close() {
    role.close();
  }
}
