package dev.loadgen.kv.store;

/// A slot of the index: the upper bits of a key's hash, and where its record is.
///
/// ```
///  63                     36 35                                    0
/// +-------------------------+---------------------------------------+
/// | tag: the hash's upper   | address: of the record, in units of   |
/// | 28 bits                 | 8 bytes; 0 empty, 1 removed           |
/// +-------------------------+---------------------------------------+
/// ```
///
/// One slot is one word, so that a reader sees a whole one without a lock.
final class Slot {
  /// How many bits of the hash are kept.
  static final int TAG_BITS = 28;

  /// How many bits an address has: 512 GiB in each shard.
  static final int ADDRESS_BITS = Long.SIZE - TAG_BITS;

  /// A slot that was never used.
  static final long EMPTY = 0;

  /// The address in a slot whose record was removed. Readers go on after it.
  static final long REMOVED = 1;

  private static final long ADDRESS_MASK = (1L << ADDRESS_BITS) - 1;

  private Slot() {}

  static long of(long tag, long address) {
    return (tag << ADDRESS_BITS) | address;
  }

  /// The tag of a hash.
  static long tag(long hash) {
    return hash >>> ADDRESS_BITS;
  }

  static long tagOf(long slot) {
    return slot >>> ADDRESS_BITS;
  }

  static long addressOf(long slot) {
    return slot & ADDRESS_MASK;
  }

  /// Whether it leads to a record.
  static boolean isLive(long slot) {
    return addressOf(slot) > REMOVED;
  }
}
