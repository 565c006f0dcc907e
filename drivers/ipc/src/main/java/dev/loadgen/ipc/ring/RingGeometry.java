package dev.loadgen.ipc.ring;

/// What the rings of one memory look like; all of them alike.
///
/// @param kind how messages lie in a ring
/// @param messageBytes the size of a message; of kind `VARIABLE` the largest
/// @param capacity a power of two: how many messages a ring holds; of kind `VARIABLE` how many
///   bytes, of which each message takes 8 more than its size, rounded up to a multiple of 8
/// @param rings how many rings there are
public record RingGeometry(RingKind kind, int messageBytes, long capacity, int rings) {
  /// The largest message of a ring of slots.
  public static final int LARGEST_MESSAGE_BYTES = 1024;

  /// The smallest: what an `int` takes.
  public static final int SMALLEST_MESSAGE_BYTES = 4;

  private static final long LARGEST_CAPACITY = 1L << 30;
  private static final int MOST_RINGS = 1 << 12;

  /// @throws IllegalArgumentException if there can be no such ring; the message is a sentence
  public RingGeometry {
    if (capacity < 2 || capacity > LARGEST_CAPACITY || Long.bitCount(capacity) != 1) {
      throw new IllegalArgumentException(
          "the capacity of a ring is a power of two from 2 to 2^30, not " + capacity);
    }
    if (rings < 1 || rings > MOST_RINGS) {
      throw new IllegalArgumentException("a file holds 1 to 4096 rings, not " + rings);
    }
    int largest =
        kind == RingKind.VARIABLE ? VariableFrame.largestMessage(capacity) : LARGEST_MESSAGE_BYTES;
    if (messageBytes < SMALLEST_MESSAGE_BYTES || messageBytes > largest) {
      throw new IllegalArgumentException(
          kind == RingKind.VARIABLE && largest < SMALLEST_MESSAGE_BYTES
              ? "a ring for messages of any size needs 32 bytes or more, not " + capacity
              : "a message in this ring is 4 to "
                  + largest
                  + " bytes long (a frame must fit the ring twice), not "
                  + messageBytes);
    }
  }

  /// From one message to the next, in bytes; of kind `VARIABLE` 1, for its capacity is in bytes.
  ///
  /// Of kind `FIXED` a message of 4 bytes takes 4, and a larger one starts at a multiple of 8.
  public int slotBytes() {
    int padded = messageBytes == Integer.BYTES ? Integer.BYTES : (messageBytes + 7) & -8;
    return switch (kind) {
      case FIXED -> padded;
      case VARIABLE -> 1;
      case STAMPED -> (StampedSlots.STAMP_BYTES + messageBytes + 7) & -8;
      case SHARED -> Long.BYTES + ((messageBytes + 7) & -8);
    };
  }

  /// Where the slots of a ring begin, from the ring's beginning.
  long slotsOffset() {
    return kind == RingKind.SHARED ? SharedControl.BYTES : SpscControl.BYTES;
  }

  /// All slots of a ring.
  long slotsBytes() {
    return capacity * slotBytes();
  }

  /// From one ring to the next: a whole number of pages.
  long ringBytes() {
    long bytes = slotsOffset() + slotsBytes();
    return (bytes + FileHeader.BYTES - 1) & -FileHeader.BYTES;
  }

  /// Where a ring begins.
  long ringOffset(int index) {
    return FileHeader.BYTES + index * ringBytes();
  }

  /// The size of a memory with all of these rings.
  public long memoryBytes() {
    return ringOffset(rings);
  }

  @Override
  public String toString() {
    return rings
        + " "
        + kind
        + (rings == 1 ? " ring of " : " rings of ")
        + capacity
        + (kind == RingKind.VARIABLE ? " bytes with messages up to " : " messages of ")
        + messageBytes
        + " bytes";
  }
}
