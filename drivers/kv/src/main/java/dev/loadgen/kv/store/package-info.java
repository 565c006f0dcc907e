/// A persistent map from bytes to bytes whose data lives outside the Java heap.
///
/// [dev.loadgen.kv.store.Store] is the way in: it is opened on a directory, split into shards by
/// the hash of the key, and each shard is a log of records in memory-mapped files (the truth) and
/// an index from keys to records (derived from the log whenever a store is opened). One thread at a
/// time writes to a shard; [dev.loadgen.kv.store.StoreReader]s read without locks.
///
/// The files are described in `docs/kv-format.md`. This package depends on `java.base` alone;
/// nothing of networks, protocols or drivers belongs here.
package dev.loadgen.kv.store;
