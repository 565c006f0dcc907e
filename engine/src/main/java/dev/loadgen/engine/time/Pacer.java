package dev.loadgen.engine.time;

import java.util.function.LongPredicate;

/// Waits for an intended time, never less long. One per worker; not thread-safe.
///
/// A park ends late: by how much depends on machine and load. So the hybrid wait parks until a
/// *margin* before the deadline and polls the clock for the rest. It learns the margin while it
/// runs: as wide as makes late wake-ups rare, and not wider than its share of the budget for
/// polling allows. What it may poll is a share of the time that has passed since its last wait, so
/// that the budget holds on average at any rate: each wait moves the margin by a part of the
/// difference between what it could have spent and what it spent (an integral controller).
public final class Pacer {
  private static final long FIRST_MARGIN_NS = 80_000;
  private static final double RARELY_LATE = 0.995;
  private static final double GAIN = 0.05;
  private static final double LONGEST_CREDIT_NS = 1_000_000;

  private final Clock clock;
  private final SpareCpus spare;
  private final boolean always;
  private final double share;
  private final Quantile oversleep = new Quantile(RARELY_LATE, FIRST_MARGIN_NS);
  private double marginNs;
  private long lastNs;

  private Pacer(Clock clock, SpareCpus spare, boolean always, double share) {
    this.clock = clock;
    this.spare = spare;
    this.always = always;
    this.share = share;
    this.marginNs = share > 0 ? FIRST_MARGIN_NS : 0;
    this.lastNs = clock.nanoTime();
  }

  /// Sleeps all the way: cheap, and late by the timer's overshoot.
  public static Pacer sleeping(Clock clock) {
    return new Pacer(clock, SpareCpus.NONE, false, 0);
  }

  /// Sleeps until shortly before, then polls if a CPU is to spare.
  ///
  /// @param share the part of a CPU that it may spend polling, on average; 0 for none
  public static Pacer hybrid(Clock clock, SpareCpus spare, double share) {
    return new Pacer(clock, spare, false, spare.limit() == 0 ? 0 : share);
  }

  /// Polls all the way; there must be a CPU for it.
  public static Pacer spinning(Clock clock, SpareCpus spare) {
    return new Pacer(clock, spare, true, 0);
  }

  /// Waits.
  ///
  /// @param deadlineNs in the clock's time
  /// @param cancelled asked with the deadline at each wake-up; if it says so, the wait ends early
  /// @return the clock's time, at least the deadline unless cancelled
  public long await(long deadlineNs, LongPredicate cancelled) {
    long nowNs = clock.nanoTime();
    if (nowNs >= deadlineNs) {
      return nowNs;
    }
    long margin = always ? Long.MAX_VALUE : (long) marginNs;
    long polledFromNs = Long.MAX_VALUE;
    boolean polling = false;
    boolean refused = false;
    try {
      while (nowNs < deadlineNs && !cancelled.test(deadlineNs)) {
        if (polling) {
          clock.spinUntil(deadlineNs);
          nowNs = clock.nanoTime();
        } else if (refused || deadlineNs - nowNs > margin) {
          nowNs = sleepUntil(refused ? deadlineNs : deadlineNs - margin);
        } else {
          polling = spare.tryAcquire();
          refused = !polling;
          polledFromNs = nowNs;
        }
      }
    } finally {
      if (polling) {
        spare.release();
      }
    }
    if (share > 0) {
      adapt(nowNs, polling ? nowNs - polledFromNs : 0, refused);
    }
    return nowNs;
  }

  private long sleepUntil(long wakeNs) {
    clock.parkUntil(wakeNs);
    long nowNs = clock.nanoTime();
    if (nowNs >= wakeNs) { // else woken early: by a stop, or for no reason
      oversleep.add(nowNs - wakeNs);
    }
    return nowNs;
  }

  private void adapt(long nowNs, long polledNs, boolean refused) {
    double creditNs = Math.min(LONGEST_CREDIT_NS, share * (nowNs - lastNs));
    lastNs = nowNs;
    double change = GAIN * (creditNs - polledNs);
    if (change > 0 && refused) {
      return; // there was credit, but no CPU: a wider margin would not help
    }
    marginNs = Math.clamp(marginNs + change, 0.0, (double) oversleep.estimateNs());
  }

  /// How long before a deadline it stops sleeping, as learned so far.
  long marginNs() {
    return (long) marginNs;
  }
}
