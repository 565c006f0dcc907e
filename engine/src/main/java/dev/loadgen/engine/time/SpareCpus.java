package dev.loadgen.engine.time;

import java.util.concurrent.atomic.AtomicInteger;

/// How many threads may poll at once: one CPU is always left for those that work. More pollers than
/// CPUs would take turns with the scheduler's time slices, and ruin the schedule that they poll
/// for. Thread-safe, never blocks.
public final class SpareCpus {
  /// No CPU is to spare.
  static final SpareCpus NONE = new SpareCpus(0);

  private final int limit;
  private final AtomicInteger polling = new AtomicInteger();

  /// @param cpus how many this process may use
  public SpareCpus(int cpus) {
    limit = Math.max(0, cpus - 1);
  }

  /// How many may poll at once.
  public int limit() {
    return limit;
  }

  /// Takes a CPU, if one is to spare; to be given back by [#release].
  public boolean tryAcquire() {
    int now = polling.get();
    while (now < limit) {
      if (polling.compareAndSet(now, now + 1)) {
        return true;
      }
      now = polling.get();
    }
    return false;
  }

  /// Gives it back.
  public void release() {
    polling.getAndDecrement();
  }
}
