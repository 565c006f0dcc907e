package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;

/// The consumer of a `STAMPED` ring: what is said of [FixedConsumer] holds here.
public final class StampedConsumer implements AutoCloseable {
  /// What [#next] returns when there is no message.
  public static final long EMPTY = -1;

  /// What [#pollInt] returns when there is no message: no `int`.
  public static final long NOTHING = Long.MIN_VALUE;

  private final SpscControl control;
  private final StampedSlots slots;
  private final Role role;
  private final int messageBytes;

  StampedConsumer(SpscControl control, StampedSlots slots, RingGeometry geometry, Role role) {
    this.control = control;
    this.slots = slots;
    this.role = role;
    this.messageBytes = geometry.messageBytes();
  }

  /// Finds the next message, to be read and then released.
  ///
  /// @return where in [#memory] it begins; [#EMPTY] if there is none
  public long next() {
    long head = control.headPlain();
    return slots.isThereAcquire(head) ? slots.messageAt(head) : EMPTY;
  }

  /// Where messages lie; to be read within what was found.
  public MemorySegment memory() {
    return slots.memory();
  }

  /// Gives the slot of the message that was found back to the producer.
  public void release() {
    control.headRelease(control.headPlain() + 1);
  }

  /// Takes one message, of which only the first four bytes are looked at.
  ///
  /// @return the number that they are; [#NOTHING] if the ring is empty
  public long pollInt() {
    long at = next();
    if (at == EMPTY) {
      return NOTHING;
    }
    int value = slots.firstInt(at);
    release();
    return value;
  }

  /// Copies one message out.
  ///
  /// @param target to where; as many bytes as a message has
  /// @return false if the ring is empty
  public boolean poll(MemorySegment target, long offset) {
    long at = next();
    if (at == EMPTY) {
      return false;
    }
    MemorySegment.copy(slots.memory(), at, target, offset, messageBytes);
    release();
    return true;
  }

  /// Reads messages where they lie; each is released when the reader is done with it, also when it
  /// throws.
  ///
  /// @param limit how many at most
  /// @return how many
  public int drain(MessageReader reader, int limit) {
    int drained = 0;
    while (drained < limit) {
      long at = next();
      if (at == EMPTY) {
        break;
      }
      drained++;
      try {
        reader.read(slots.memory(), at, messageBytes);
      } finally {
        release();
      }
    }
    return drained;
  }

  /// How many messages of this ring were ever released, by this consumer and those before.
  public long released() {
    return control.headPlain();
  }

  /// Whether somebody has taken the role of producer; may have died since.
  public boolean hasProducer() {
    return Role.wordAcquire(control.segment(), SpscControl.PRODUCER_AT) != Occupant.NONE;
  }

  /// Leaves the ring to another consumer.
  @Override
  public void close() {
    role.close();
  }
}
