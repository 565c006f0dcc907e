package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;

/// The first kilobyte of a ring with one producer and one consumer.
///
/// ```
///      0  tail          producer writes (release), consumer reads (acquire)
///    128  cached head   producer's own
///    256  head          consumer writes (release), producer reads (acquire)
///    384  cached tail   consumer's own
///    512  producer      Role
///    640  consumer      Role
///    768  zero
///   1024  the slots
/// ```
///
/// Each word is alone on 128 bytes, because processors fetch lines of 64 in pairs. `head` and
/// `tail` count all messages (or bytes) ever read and written: they never decrease and never wrap
/// (2^63 at 10^9 a second last 292 years). `head ≤ tail ≤ head + capacity`, always; the slots in
/// between are the consumer's, all others the producer's. Each side keeps the other's index as it
/// last saw it, and looks again only when that says full or empty: so a line goes from core to core
/// once for many messages (M. Thompson's and P. Martin's queues; J. Giacomoni et al., "FastForward
/// for Efficient Pipeline Parallelism", PPoPP 2008, tell why it matters).
///
/// In a `STAMPED` ring the consumer looks at the slots instead of the tail: then the tail is the
/// producer's own, and the cached tail is not used.
///
/// The cached words are there so that nothing that is written often shares a line of the heap with
/// anything else. The ends of `FIXED` rings keep theirs in [EndIndices], which is as good and
/// quicker.
final class SpscControl {
  static final long BYTES = 1024;
  static final long PRODUCER_AT = 512;
  static final long CONSUMER_AT = 640;

  private static final long TAIL_AT = 0;
  private static final long CACHED_HEAD_AT = 128;
  private static final long HEAD_AT = 256;
  private static final long CACHED_TAIL_AT = 384;

  private final RawMemory words;

  /// @param ring the ring, from its beginning; of an automatic arena
  SpscControl(MemorySegment ring) {
    this.words = new RawMemory(ring.asSlice(0, BYTES));
  }

  /// Whether the indices can be those of a ring; from any side of it, which may be in use.
  ///
  /// @param ring what it should look like
  boolean isSound(RingGeometry ring) {
    long tailBefore = tailAcquire();
    long head = headAcquire();
    long tail = tailAcquire();
    // Of stamped slots the consumer may take one before the tail says that it is there.
    long mostAhead = ring.kind() == RingKind.STAMPED ? 1 : 0;
    long unit = ring.kind() == RingKind.VARIABLE ? 8 : 1;
    return Math.min(head, Math.min(tailBefore, tail)) >= 0
        && head - tail <= mostAhead
        && tailBefore - head <= ring.capacity()
        && head % unit == 0
        && tail % unit == 0;
  }

  /// Where the roles are.
  MemorySegment segment() {
    return words.segment();
  }

  long tailAcquire() {
    return words.getLongAcquire(TAIL_AT);
  }

  /// The producer's own reading.
  long tailPlain() {
    return words.getLong(TAIL_AT);
  }

  void tailRelease(long tail) {
    words.putLongRelease(TAIL_AT, tail);
  }

  long cachedHeadPlain() {
    return words.getLong(CACHED_HEAD_AT);
  }

  void cachedHeadPlain(long head) {
    words.putLong(CACHED_HEAD_AT, head);
  }

  long headAcquire() {
    return words.getLongAcquire(HEAD_AT);
  }

  /// The consumer's own reading.
  long headPlain() {
    return words.getLong(HEAD_AT);
  }

  void headRelease(long head) {
    words.putLongRelease(HEAD_AT, head);
  }

  long cachedTailPlain() {
    return words.getLong(CACHED_TAIL_AT);
  }

  void cachedTailPlain(long tail) {
    words.putLong(CACHED_TAIL_AT, tail);
  }
}
