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

  /// Records whose slots are fetched together, not one after the other.
  private static final int TOGETHER = 16;

  /// How many bytes of them make a group, if there are not so many: large ones go one by one.
  private static final int TOGETHER_BYTES = 4096;

  /// What must be paid for before some are read.
  private static final int LEAST_CREDIT = 1024;

  private final Log log;
  private final Shard shard;
  private final int extentBytes;
  private final long[] hashes = new long[TOGETHER];
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
    while (credit >= LEAST_CREDIT) {
      Log.Placed oldest = log.extents().getFirst();
      if (log.isHead(oldest)) {
        return;
      }
      if (!oldest.extent().equals(victim)) {
        victim = oldest.extent();
        at = Extent.HEADER_BYTES;
      }
      credit -= records(oldest);
    }
  }

  /// Deals with some records.
  ///
  /// @return how much was read
  private int records(Log.Placed oldest) throws IOException {
    MemorySegment memory = victim.memory();
    int from = at;
    int end = at;
    int count = 0;
    while (count < TOGETHER && end - from < TOGETHER_BYTES && !isEnd(memory, end)) {
      hashes[count] = shard.touch(memory, end);
      end += RecordLayout.paddedBytes(RecordLayout.length(memory, end));
      count++;
    }
    for (int i = 0; i < count; i++) {
      int length = RecordLayout.length(memory, at);
      boolean put = RecordLayout.kind(memory, at) == RecordLayout.PUT;
      if (put && shard.moveIfLive(log.address(oldest.place(), at), hashes[i])) {
        copiedBytes += length;
      }
      at += RecordLayout.paddedBytes(length);
    }
    if (isEnd(memory, at)) {
      log.retireOldest();
      victim = null;
    }
    return Math.max(RecordLayout.HEADER_BYTES, end - from);
  }

  private boolean isEnd(MemorySegment memory, int place) {
    return place > extentBytes - RecordLayout.HEADER_BYTES || RecordLayout.word(memory, place) == 0;
  }

  /// How much was copied so far.
  long copiedBytes() {
    return copiedBytes;
  }
}
