package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// What precedes the slots of a ring with many producers and consumers, and the numbers of its
/// slots.
///
/// ```
///      0  tail            producers compare-and-set
///    128  head            consumers compare-and-set
///    256  zero
///   1024  participant 0   128 bytes each: see Participant
///         ...
///         participant 63
///   9216  slots           each: u64 number, then the message, padded to a multiple of 8
/// ```
///
/// This is D. Vyukov's bounded MPMC queue (1024cores.net). The slot of position p, which is slot p
/// mod capacity, has the number
///
/// ```
///   p              free for the producer that moves the tail from p to p + 1
///   p + 1          holds the message, for the consumer that moves the head from p to p + 1
///   p + 1, bit 63  holds nothing, for that consumer to skip: its producer died
///   p + capacity   free again, for the next round
/// ```
///
/// Who has moved tail or head owns the slot until it writes the next number, with release order;
/// whoever reads that number with acquire order sees what the owner did.
final class SharedControl {
  static final int PARTICIPANTS = 64;
  static final long PARTICIPANT_BYTES = 128;
  static final long BYTES = 1024 + PARTICIPANTS * PARTICIPANT_BYTES;

  /// In the number of a slot: there is no message in it.
  static final long ABANDONED = Long.MIN_VALUE;

  /// The other bits.
  static final long POSITION = Long.MAX_VALUE;

  private static final long TAIL_AT = 0;
  private static final long HEAD_AT = 128;
  private static final long PARTICIPANTS_AT = 1024;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

  private final MemorySegment ring;
  private final long mask;
  private final int slotBytes;

  /// @param ring the ring, from its beginning
  SharedControl(MemorySegment ring, RingGeometry geometry) {
    this.ring = ring;
    this.mask = geometry.capacity() - 1;
    this.slotBytes = geometry.slotBytes();
  }

  /// Numbers the slots of a new ring.
  static void number(MemorySegment ring, RingGeometry geometry) {
    SharedControl control = new SharedControl(ring, geometry);
    for (long position = 0; position < geometry.capacity(); position++) {
      control.numberRelease(position, position);
    }
  }

  MemorySegment ring() {
    return ring;
  }

  long capacity() {
    return mask + 1;
  }

  /// Where a participant begins.
  static long participantAt(int index) {
    return PARTICIPANTS_AT + index * PARTICIPANT_BYTES;
  }

  private long slotAt(long position) {
    return BYTES + (position & mask) * slotBytes;
  }

  /// Where the message of a position begins.
  long messageAt(long position) {
    return slotAt(position) + Long.BYTES;
  }

  long tailAcquire() {
    return (long) WORD.getAcquire(ring, TAIL_AT);
  }

  boolean moveTail(long position) {
    return WORD.compareAndSet(ring, TAIL_AT, position, position + 1);
  }

  long headAcquire() {
    return (long) WORD.getAcquire(ring, HEAD_AT);
  }

  boolean moveHead(long position) {
    return WORD.compareAndSet(ring, HEAD_AT, position, position + 1);
  }

  long numberAcquire(long position) {
    return (long) WORD.getAcquire(ring, slotAt(position));
  }

  void numberRelease(long position, long number) {
    WORD.setRelease(ring, slotAt(position), number);
  }

  /// Checks the number of a slot that was read while the index that leads to it stayed where it is:
  /// a larger one can only be damage, and who waited for it to change would wait for ever.
  ///
  /// @throws IllegalStateException if it is larger
  void checkNumber(long number, long largest, long position) {
    if (number > largest) {
      throw new IllegalStateException(
          "the ring is damaged: number " + number + " in the slot of position " + position);
    }
  }

  /// For recovery, where several may find the same.
  void replaceNumber(long position, long expected, long number) {
    var _ = WORD.compareAndSet(ring, slotAt(position), expected, number);
  }
}
