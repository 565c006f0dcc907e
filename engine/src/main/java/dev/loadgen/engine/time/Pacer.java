package dev.loadgen.engine.time;

import java.util.function.LongPredicate;

/// Waits for an intended time, never less long. One per worker.
public final class Pacer {
  /// How long before the deadline a hybrid wait stops sleeping: about what a park oversleeps on a
  /// Linux machine with the timer slack at 1 ns.
  static final long HYBRID_MARGIN_NS = 80_000;

  private final Clock clock;
  private final SpareCpus spare;
  private final long marginNs;

  private Pacer(Clock clock, SpareCpus spare, long marginNs) {
    this.clock = clock;
    this.spare = spare;
    this.marginNs = marginNs;
  }

  /// Sleeps all the way.
  public static Pacer sleeping(Clock clock) {
    return new Pacer(clock, new SpareCpus(1), 0);
  }

  /// Sleeps until shortly before, then polls if a CPU is to spare.
  public static Pacer hybrid(Clock clock, SpareCpus spare) {
    return new Pacer(clock, spare, HYBRID_MARGIN_NS);
  }

  /// Polls all the way if a CPU is to spare.
  public static Pacer spinning(Clock clock, SpareCpus spare) {
    return new Pacer(clock, spare, Long.MAX_VALUE);
  }

  /// Waits.
  ///
  /// @param deadlineNs in the clock's time
  /// @param cancelled asked with the deadline at each wake-up; if it says so, the wait ends early
  /// @return the clock's time, at least the deadline unless cancelled
  public long await(long deadlineNs, LongPredicate cancelled) {
    long now = clock.nanoTime();
    if (now >= deadlineNs) {
      return now;
    }
    boolean polling = false;
    try {
      while (now < deadlineNs && !cancelled.test(deadlineNs)) {
        if (deadlineNs - now > marginNs) {
          clock.parkUntil(deadlineNs - marginNs);
        } else if (polling || (polling = spare.tryAcquire())) {
          clock.spinUntil(deadlineNs);
        } else {
          clock.parkUntil(deadlineNs);
        }
        now = clock.nanoTime();
      }
    } finally {
      if (polling) {
        spare.release();
      }
    }
    return now;
  }
}
