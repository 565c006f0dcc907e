package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;

/// The consumer of a `FIXED` ring.
///
/// Used by one thread at a time; the producer may be in another thread or process. It does not
/// wait: an empty ring is reported; but in a fast stream it lets the other end get ahead
/// ([TemporalSlip]). Messages come whole, in the order in which they were committed, each once;
/// those that were read but not released when a consumer died come again, to the next. Does not
/// allocate.
public final class FixedConsumer implements AutoCloseable {
  /// What [#pollInt] returns when there is no message: no `int`.
  public static final long NOTHING = Long.MIN_VALUE;

  private final SpscControl control;
  private final RawMemory slots;
  private final EndIndices indices;
  private final TemporalSlip slip;
  private final Role role;
  private final long capacity;
  private final long mask;
  private final int slotBytes;
  private final int messageBytes;

  FixedConsumer(SpscControl control, MemorySegment slots, RingGeometry geometry, Role role) {
    this.control = control;
    this.slots = new RawMemory(slots);
    this.role = role;
    this.capacity = geometry.capacity();
    this.mask = capacity - 1;
    this.slotBytes = geometry.slotBytes();
    this.messageBytes = geometry.messageBytes();
    this.slip = new TemporalSlip(control::tailAcquire, capacity);
    this.indices = new EndIndices(control.headPlain(), control.tailAcquire());
  }

  /// Finds messages that lie one behind the other, to be read and then released.
  ///
  /// @param wanted how many at most, 1 or more
  /// @return how many; 0 only when the ring is empty, and fewer than there are where the ring
  ///   wraps, where more have come since the consumer last looked, or when there are very many; who
  ///   asks again without a release sees them
  public int available(int wanted) {
    long head = indices.own;
    if (isEmpty(head)) {
      return 0;
    }
    long ready = indices.seen - head;
    if (ready < wanted && slip.isSecondLook(head)) {
      long tail = control.tailAcquire();
      indices.seen = tail;
      ready = tail - head;
    }
    // Less than 0 only if the indices are damaged: nothing, then, and no endless drain.
    return (int) Math.max(0, Math.min(Math.min(wanted, ready), capacity - (head & mask)));
  }

  /// Where the slots are; to be read within what is available.
  public MemorySegment slots() {
    return slots.segment();
  }

  /// Where the first available message begins; the next is [#slotBytes] further.
  public long availableOffset() {
    return (indices.own & mask) * slotBytes;
  }

  /// From one slot to the next, in bytes.
  public int slotBytes() {
    return slotBytes;
  }

  /// Gives slots back to the producer.
  ///
  /// @param count at most as many as were available
  public void release(int count) {
    moveTo(indices.own + count);
  }

  /// Takes one message, of which only the first four bytes are looked at.
  ///
  /// @return the number that they are; [#NOTHING] if the ring is empty
  public long pollInt() {
    long head = indices.own;
    if (isEmpty(head)) {
      return NOTHING;
    }
    int value = takeOver((head & mask) * slotBytes);
    moveTo(head + 1);
    return value;
  }

  /// Copies one message out.
  ///
  /// @param target to where; as many bytes as a message has
  /// @return false if the ring is empty
  public boolean poll(MemorySegment target, long offset) {
    long head = indices.own;
    if (isEmpty(head)) {
      return false;
    }
    long at = (head & mask) * slotBytes;
    MemorySegment.copy(slots.segment(), at, target, offset, messageBytes);
    int _ = takeOver(at);
    moveTo(head + 1);
    return true;
  }

  /// Reads the first four bytes of a slot and writes them back. Then the slot's line is this end's
  /// alone, and the producer fetches it from here when it writes there again: that is quicker than
  /// to have a copy that both ends hold taken away from this one (50 to 100% in a fast stream).
  private int takeOver(long at) {
    int value = slots.getInt(at);
    slots.putIntRelease(at, value); // a plain write of what was just read would be left out
    return value;
  }

  private void moveTo(long head) {
    indices.own = head;
    control.headRelease(head);
  }

  /// Reads messages where they lie, and releases them together, also when the reader throws: those
  /// that it was given are then gone.
  ///
  /// @param limit how many at most
  /// @return how many
  public int drain(MessageReader reader, int limit) {
    int drained = 0;
    while (drained < limit) {
      int batch = available(limit - drained);
      if (batch == 0) {
        break;
      }
      drainBatch(reader, batch);
      drained += batch;
    }
    return drained;
  }

  private void drainBatch(MessageReader reader, int batch) {
    long offset = availableOffset();
    int read = 0;
    try {
      while (read < batch) {
        read++;
        reader.read(slots.segment(), offset, messageBytes);
        offset += slotBytes;
      }
    } finally {
      release(read);
    }
  }

  private boolean isEmpty(long head) {
    if (indices.seen - head > 0) {
      return false;
    }
    long tail = control.tailAcquire();
    if (tail - head <= 0) {
      return true;
    }
    indices.seen = slip.index(tail, head);
    return false;
  }

  /// How many messages of this ring were ever released, by this consumer and those before.
  public long released() {
    return indices.own;
  }

  /// Whether nobody produces: there is no producer, or its process has ended. Slow.
  public boolean isAbandoned() {
    long producer = Role.wordAcquire(control.segment(), SpscControl.PRODUCER_AT);
    return producer == Occupant.NONE || !Occupant.ofWord(producer).lives();
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
