package dev.loadgen.kv.store;

/// A change of one value that depends on what the value is; see [Store#update].
public interface Update {
  /// Called once, while nobody else writes to the shard: it must be quick and must not use the
  /// store.
  ///
  /// @param current the value; null if there is none
  /// @return the new value; null to remove the record; `current` itself to change nothing
  byte[] apply(byte[] current);
}
