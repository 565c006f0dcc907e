package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;

/// The producer of a `STAMPED` ring: what is said of [FixedProducer] holds here. One message at a
/// time is what this ring is for; the other end has it sooner.
public final class StampedProducer implements AutoCloseable {
  /// What [#claim] returns when the ring is full.
  public static final long FULL = -1;

  private final SpscControl control;
  private final StampedSlots slots;
  private final Role role;
  private final long capacity;
  private final int messageBytes;

  StampedProducer(SpscControl control, StampedSlots slots, RingGeometry geometry, Role role) {
    this.control = control;
    this.slots = slots;
    this.role = role;
    this.capacity = geometry.capacity();
    this.messageBytes = geometry.messageBytes();
    control.cachedHeadPlain(control.headAcquire());
    // One before may have died between stamp and tail.
    while (slots.isThereAcquire(control.tailPlain())) {
      control.tailRelease(control.tailPlain() + 1);
    }
  }

  /// Claims a slot, to be written and then committed. Claiming again without a commit claims the
  /// same one.
  ///
  /// @return where in [#memory] the message begins; [#FULL] if the ring is full
  public long claim() {
    long tail = control.tailPlain();
    if (tail - control.cachedHeadPlain() >= capacity) {
      long head = control.headAcquire();
      control.cachedHeadPlain(head);
      if (tail - head >= capacity) {
        return FULL;
      }
    }
    return slots.messageAt(tail);
  }

  /// Where messages lie; to be written within what was claimed.
  public MemorySegment memory() {
    return slots.memory();
  }

  /// Gives the claimed slot to the consumer.
  public void commit() {
    long tail = control.tailPlain();
    slots.stampRelease(tail);
    control.tailRelease(tail + 1);
  }

  /// Writes one message whose first four bytes are a number; the rest is as it was.
  ///
  /// @return false if the ring is full
  public boolean offerInt(int value) {
    long at = claim();
    if (at == FULL) {
      return false;
    }
    slots.firstInt(at, value);
    commit();
    return true;
  }

  /// Copies one message in.
  ///
  /// @param source from where; as many bytes as a message has
  /// @return false if the ring is full
  public boolean offer(MemorySegment source, long offset) {
    long at = claim();
    if (at == FULL) {
      return false;
    }
    MemorySegment.copy(source, offset, slots.memory(), at, messageBytes);
    commit();
    return true;
  }

  /// How many messages were ever committed to this ring, by this producer and those before.
  public long committed() {
    return control.tailPlain();
  }

  /// Leaves the ring to another producer. What was committed stays.
  @Override
  public void close() {
    role.close();
  }
}
