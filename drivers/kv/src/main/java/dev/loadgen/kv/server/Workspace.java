package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.RespBuffer;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreReader;

/// What an event loop works with. One thread's.
final class Workspace {
  final StoreReader reader;
  final RespBuffer replies = new RespBuffer();
  final RespBuffer items = new RespBuffer(); // of a reply whose length comes first
  final byte[] input = new byte[256 << 10];
  boolean wrote; // since the last commit

  // Since they were last added to the server's traffic.
  long commands;
  long errors;
  long hits;
  long misses;

  Workspace(Store store) {
    reader = store.reader();
  }

  /// Adds what was counted to what the server has counted.
  void countInto(Traffic traffic) {
    traffic.commands.add(commands);
    traffic.errors.add(errors);
    traffic.hits.add(hits);
    traffic.misses.add(misses);
    commands = 0;
    errors = 0;
    hits = 0;
    misses = 0;
  }
}
