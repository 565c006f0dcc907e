package dev.loadgen.kv.store;

import java.nio.file.Path;
import java.util.Objects;

/// How a store is opened. Shards and extents are chosen when the store is made; later ones are
/// those of the files.
///
/// @param directory where the files are; made if it is not there
/// @param shards a power of two from 1 to 256: how many threads can write at once
/// @param extentBytes the size of a file of the log: a power of two from 64 KiB to 1 GiB
/// @param sync when writes are forced to the disk
/// @param repair whether a damaged store is opened with what can still be read of it, instead of
///   being refused
public record StoreOptions(
    Path directory, int shards, int extentBytes, SyncPolicy sync, boolean repair) {
  /// The smallest extent.
  public static final int LEAST_EXTENT_BYTES = 64 << 10;

  /// The largest extent.
  public static final int MOST_EXTENT_BYTES = 1 << 30;

  /// The most shards.
  public static final int MOST_SHARDS = 256;

  /// @throws IllegalArgumentException if a number is not as described
  public StoreOptions {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(sync, "sync");
    if (shards < 1 || shards > MOST_SHARDS || Integer.bitCount(shards) != 1) {
      throw new IllegalArgumentException(shards + " shards: expected a power of two, 1 to 256");
    }
    if (extentBytes < LEAST_EXTENT_BYTES
        || extentBytes > MOST_EXTENT_BYTES
        || Integer.bitCount(extentBytes) != 1) {
      throw new IllegalArgumentException(
          "extents of " + extentBytes + " bytes: expected a power of two, 64 KiB to 1 GiB");
    }
  }

  /// 4 shards, extents of 16 MiB, synchronised as the operating system likes, without repair.
  public static StoreOptions of(Path directory) {
    return new StoreOptions(directory, 4, 16 << 20, SyncPolicy.OS, false);
  }

  /// With another number of shards.
  public StoreOptions withShards(int number) {
    return new StoreOptions(directory, number, extentBytes, sync, repair);
  }

  /// With another size of extents.
  public StoreOptions withExtentBytes(int bytes) {
    return new StoreOptions(directory, shards, bytes, sync, repair);
  }

  /// With another policy.
  public StoreOptions withSync(SyncPolicy policy) {
    return new StoreOptions(directory, shards, extentBytes, policy, repair);
  }

  /// With or without repair.
  public StoreOptions withRepair(boolean wanted) {
    return new StoreOptions(directory, shards, extentBytes, sync, wanted);
  }
}
