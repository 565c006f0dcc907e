package dev.loadgen.kv.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// What the server has counted. Written by all event loops, read by whoever asks.
final class Traffic {
  final long startNs = System.nanoTime();
  final LongAdder commands = new LongAdder();
  final LongAdder errors = new LongAdder();
  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder connectionsSeen = new LongAdder();
  final LongAdder connectionsRefused = new LongAdder();
  final LongAdder httpRequests = new LongAdder();
  final LongAdder bytesIn = new LongAdder();
  final LongAdder bytesOut = new LongAdder();
  final AtomicInteger connections = new AtomicInteger();

  long uptimeS() {
    return (System.nanoTime() - startNs) / 1_000_000_000L;
  }
}
