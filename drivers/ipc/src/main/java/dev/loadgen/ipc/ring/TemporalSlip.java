package dev.loadgen.ipc.ring;

import java.util.function.LongSupplier;

/// Keeps the two ends of a fast stream apart: how one that has come up with the other lets it get
/// ahead again.
///
/// A consumer on the heels of its producer takes the line of the tail, and that of the slot which
/// is being written, from the producer's cache for each message; one that is some hundred messages
/// behind does so once for all of them. A producer just behind the consumer, in a ring that is
/// nearly full, does the same with the line of the head. So who looks and finds little waits for a
/// moment, but only as long as much more comes meanwhile: less than four messages in a round of
/// eight spin hints (some 0.15 µs) end it, and make the next try rarer, up to one in 4096 looks.
/// That holds a message back for 5 µs at most, and none in a stream of less than some 25 million
/// messages per second.
///
/// See J. Giacomoni et al., "FastForward for Efficient Pipeline Parallelism", PPoPP 2008, section
/// 3.4, whose consumer keeps a distance that is set in advance.
final class TemporalSlip {
  private static final int MOST_ROUNDS = 32;
  private static final int HINTS = 8; // of a round
  private static final int GROWTH = 4; // messages in a round that make a further one worth it
  private static final long ENOUGH = 512; // messages: waiting for more gains nothing
  private static final int RAREST = 1 << 12;

  private final LongSupplier other;
  private final long enough;
  private int looksToSkip;
  private int rarity = 1;
  private long lastShort = -1;

  /// @param other reads the other end's index, with acquire order
  /// @param capacity of the ring, in messages
  TemporalSlip(LongSupplier other, long capacity) {
    this.other = other;
    this.enough = Math.min(ENOUGH, capacity / 4);
  }

  /// Whether who finds less than it wants found so little at the same place before: then it waits
  /// for more, and what it saw last must not be all that it ever sees.
  ///
  /// @param own its index
  boolean isSecondLook(long own) {
    boolean second = own == lastShort;
    lastShort = own;
    return second;
  }

  /// Waits if it is worth it.
  ///
  /// @param seen the other end's index as it was just read
  /// @param own at which there would be nothing: one's own index, less the capacity for a producer
  /// @return the other end's index as it is now
  long index(long seen, long own) {
    if (seen - own >= enough) {
      return seen;
    }
    if (looksToSkip > 0) {
      looksToSkip--;
      return seen;
    }
    long before = seen;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      for (int i = 0; i < HINTS; i++) {
        Thread.onSpinWait();
      }
      long now = other.getAsLong();
      if (now - before < GROWTH) {
        rarity = round == 0 ? Math.min(rarity * 2, RAREST) : 1;
        looksToSkip = rarity - 1;
        return now;
      }
      if (now - own >= enough) {
        rarity = 1;
        return now;
      }
      before = now;
    }
    return before;
  }
}
