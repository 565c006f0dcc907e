package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;

/// The slots of a `STAMPED` ring: each says itself which message it holds.
///
/// ```
///   0            4                       slot bytes, a multiple of 8
///   +------------+- - - - - - - - - - - -+
///   | stamp      | message               |
///   +------------+- - - - - - - - - - - -+
/// ```
///
/// The stamp of message n is n + 1, its low 32 bits; a slot that was never used has 0. The producer
/// writes it with release order after the message, the consumer reads it with acquire order before;
/// nobody else writes a slot. A slot's stamp before message n is that of message n − capacity, so
/// 32 bits cannot be mistaken.
///
/// So stamp and message come with one cache line, where a ring with only a tail needs two, one
/// after the other: see J. Giacomoni et al., "FastForward for Efficient Pipeline Parallelism",
/// PPoPP 2008, whose consumer also writes the slots, as this one does not.
final class StampedSlots {
  static final int STAMP_BYTES = Integer.BYTES;

  private final RawMemory slots;
  private final long mask;
  private final int slotBytes;

  StampedSlots(MemorySegment slots, RingGeometry geometry) {
    this.slots = new RawMemory(slots);
    this.mask = geometry.capacity() - 1;
    this.slotBytes = geometry.slotBytes();
  }

  MemorySegment memory() {
    return slots.segment();
  }

  /// The first four bytes of a message.
  ///
  /// @param at where in [#memory] it begins, as [#messageAt] says
  int firstInt(long at) {
    return slots.getInt(at);
  }

  void firstInt(long at, int value) {
    slots.putInt(at, value);
  }

  /// Where a message begins.
  long messageAt(long position) {
    return (position & mask) * slotBytes + STAMP_BYTES;
  }

  /// Whether the message of a position is there.
  boolean isThereAcquire(long position) {
    return slots.getIntAcquire((position & mask) * slotBytes) == (int) (position + 1);
  }

  /// Gives a message to the consumer.
  void stampRelease(long position) {
    slots.putIntRelease((position & mask) * slotBytes, (int) (position + 1));
  }
}
