package dev.loadgen.kv.store;

/// How large a store is.
///
/// @param records how many keys there are
/// @param liveBytes what their records take
/// @param logBytes what the files of the log take
/// @param indexBytes what the index takes, off the heap
/// @param copiedBytes what was copied so far to free space
public record StoreStatistics(
    long records, long liveBytes, long logBytes, long indexBytes, long copiedBytes) {
  StoreStatistics plus(StoreStatistics other) {
    return new StoreStatistics(
        records + other.records,
        liveBytes + other.liveBytes,
        logBytes + other.logBytes,
        indexBytes + other.indexBytes,
        copiedBytes + other.copiedBytes);
  }
}
