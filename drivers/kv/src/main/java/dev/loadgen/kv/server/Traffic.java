package dev.loadgen.kv.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// What the server has counted. Written by all event loops, read by whoever asks.
final class Traffic {
  private static final long QUIET_S = 60;

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
  private final AtomicLong httpToldS = new AtomicLong(-QUIET_S);

  /// Whether a request of HTTP to the port of RESP is logged: once a minute, as Redis does.
  boolean tellsOfHttp() {
    long told = httpToldS.get();
    long now = uptimeS();
    return now - told >= QUIET_S && httpToldS.compareAndSet(told, now);
  }

  long uptimeS() {
    return (System.nanoTime() - startNs) / 1_000_000_000L;
  }
}
