package dev.loadgen.kv.server;

import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.util.IntSupplier;

/// How an event loop waits: for a moment it asks again and again, and only then does it sleep.
///
/// Under load the next request comes within microseconds. Who sleeps until then has to be woken,
/// which costs the one who sends it more than sending it.
final class BriefSpin implements SelectStrategy {
  static final SelectStrategyFactory FACTORY = BriefSpin::new;

  private static final long SPIN_NS = 20_000;

  private BriefSpin() {}

  @Override
  public int calculateStrategy(IntSupplier ready, boolean hasTasks) throws Exception {
    if (hasTasks) {
      return ready.get();
    }
    long startNs = System.nanoTime();
    do {
      int events = ready.get();
      if (events > 0) {
        return events;
      }
    } while (System.nanoTime() - startNs < SPIN_NS);
    return SELECT;
  }
}
