package dev.loadgen.kv.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Makes the space of overwritten and removed records free again, a little with every write.
///
/// The log is a circle: the oldest extent is read record by record, what is still alive is appended
/// at the head, and the extent is given up. Always the oldest, because then a REMOVE that is met
/// has no older record left to hide, and can be dropped too. While at least half of the log is
/// garbage, one record is copied on average for each that is freed, so the log stays below about
/// three times what is alive, and some extents.
///
/// The shard's writer alone uses it.
final class Cleaner {
  private static final int READ_PER_WRITTEN = 4;
  private static final int SPARE_EXTENTS = 3;

  private final Log log;
  private final Shard shard;
  private final int extentBytes;
  private byte[] key = new byte[256];
  private Extent victim;
  private int at;
  private long credit;
  private long copiedBytes;

  Cleaner(Log log, Shard shard, int extentBytes) {
    this.log = log;
    this.shard = shard;
    this.extentBytes = extentBytes;
  }

  /// Cleans as much as a write of that size pays for.
  void step(int writtenBytes, long liveBytes) throws IOException {
    if (log.bytes() <= 2 * liveBytes + (long) SPARE_EXTENTS * extentBytes) {
      credit = 0;
      return;
    }
    credit += (long) READ_PER_WRITTEN * writtenBytes;
    while (credit > 0) {
      Log.Placed oldest = log.extents().getFirst();
      if (log.isHead(oldest)) {
        return;
      }
      if (!oldest.extent().equals(victim)) {
        victim = oldest.extent();
        at = Extent.HEADER_BYTES;
      }
      credit -= record(oldest);
    }
  }

  /// Deals with one record.
  ///
  /// @return how much was read
  private int record(Log.Placed oldest) throws IOException {
    MemorySegment memory = victim.memory();
    boolean end =
        at > extentBytes - RecordLayout.HEADER_BYTES || RecordLayout.word(memory, at) == 0;
    if (end) {
      log.retireOldest();
      victim = null;
      return RecordLayout.HEADER_BYTES;
    }
    int length = RecordLayout.length(memory, at);
    if (RecordLayout.kind(memory, at) == RecordLayout.PUT) {
      int keyLength = RecordLayout.keyLength(memory, at);
      if (key.length < keyLength) {
        key = new byte[RecordLayout.MOST_KEY_BYTES];
      }
      RecordLayout.copyKey(memory, at, key, keyLength);
      long address = log.address(oldest.place(), at);
      if (shard.moveIfLive(address, key, keyLength)) {
        copiedBytes += length;
      }
    }
    int read = RecordLayout.paddedBytes(length);
    at += read;
    return read;
  }

  /// How much was copied so far.
  long copiedBytes() {
    return copiedBytes;
  }
}
