package dev.loadgen.kv.server;

import dev.loadgen.driver.Pauses;
import java.util.concurrent.locks.LockSupport;

/// Freezes the server at the beginning of each period, from its start on: whatever an event loop
/// would read is left lying until the pause is over, as in a collection that stops the world.
/// Thread-safe.
final class Freeze {
  private final Pauses pauses;
  private final long startNs = System.nanoTime();

  /// @param pauses null for none
  Freeze(Pauses pauses) {
    this.pauses = pauses;
  }

  /// Returns when the server is not frozen; at once unless there are pauses.
  void await() {
    if (pauses == null) {
      return;
    }
    long leftNs = leftNs(System.nanoTime() - startNs);
    while (leftNs > 0) {
      LockSupport.parkNanos(leftNs);
      leftNs = leftNs(System.nanoTime() - startNs);
    }
  }

  /// How many pauses have begun.
  long pauses() {
    return pauses == null ? 0 : pausesUntil(System.nanoTime() - startNs);
  }

  /// How many pauses had begun at an instant.
  long pausesUntil(long sinceStartNs) {
    return sinceStartNs / pauses.periodNs() + 1;
  }

  /// How long the pause lasts that an instant lies in; 0 if it lies in none.
  long leftNs(long sinceStartNs) {
    return Math.max(0, pauses.lengthNs() - sinceStartNs % pauses.periodNs());
  }
}
