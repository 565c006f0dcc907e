package dev.loadgen.ipc.ring;

import java.util.function.LongSupplier;

/// Keeps the two ends of a fast stream apart: how one that has come up with the other lets it get
/// ahead again.
///
/// A consumer on the heels of its producer takes the line of the tail, and that of the slot which
/// is being written, from the producer's cache for each message; one that is a thousand messages
/// behind does so once for all of them. A producer just behind the consumer, in a ring that is
/// nearly full, does the same with the line of the head. So who looks and finds little waits for a
/// moment, but only as long as much more comes meanwhile: less than four messages in eight spin
/// hints (some 0.15 µs) end it, and make the next try rarer, up to one in 4096 looks. Each look
/// stops the other end for a moment, so there are five at most, each after twice as long as the one
/// before. And if much is there, in a large ring, what was written last is left for the next time,
/// so that nobody works on a line that the other still writes.
///
/// That holds a message back for 5 µs at most and for as long as it takes to handle those before
/// it, and none in a stream of less than some 25 million messages per second.
///
/// See J. Giacomoni et al., "FastForward for Efficient Pipeline Parallelism", PPoPP 2008, section
/// 3.4, whose consumer keeps a distance that is set in advance.
final class TemporalSlip {
  private static final int MOST_ROUNDS = 5; // each twice as long as the one before
  private static final int HINTS = 8; // of the first round
  private static final long GROWTH = 4; // messages in the first that make a further one worth it
  private static final long ENOUGH = 2048; // messages: waiting for more gains nothing
  private static final long MARGIN = 1024; // messages that are left for the next time
  private static final int RAREST = 1 << 12;

  private final LongSupplier other;
  private final long enough;
  private final long margin; // of a large ring
  private int looksToSkip;
  private int rarity = 1;
  private long lastShort = -1;

  /// @param other reads the other end's index, with acquire order
  /// @param capacity of the ring, in messages
  TemporalSlip(LongSupplier other, long capacity) {
    this.other = other;
    this.enough = Math.min(ENOUGH, capacity / 4);
    this.margin = enough == ENOUGH ? MARGIN : 0;
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
  /// @return an index up to which one may go on: the other end's, or less, but more than `own`
  long index(long seen, long own) {
    long now = await(seen, own);
    return now - own >= enough ? now - margin : now;
  }

  private long await(long seen, long own) {
    if (seen - own >= enough) {
      return seen;
    }
    if (looksToSkip > 0) {
      looksToSkip--;
      return seen;
    }
    long before = seen;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      for (int i = 0; i < HINTS << round; i++) {
        Thread.onSpinWait();
      }
      long now = other.getAsLong();
      if (now - before < GROWTH << round) {
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
