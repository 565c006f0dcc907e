package dev.loadgen.engine;

import dev.loadgen.engine.time.VirtualClock;

/// A virtual clock of a process that gets no CPU for a while whenever it wakes: every wait is
/// overslept.
final class SuspendedClock extends ForwardingClock {
  private final long lateNs;

  SuspendedClock(VirtualClock clock, long lateNs) {
    super(clock);
    this.lateNs = lateNs;
  }

  @Override
  public void parkUntil(long deadlineNs) {
    boolean late = Thread.currentThread().getName().startsWith("loadgen-worker");
    super.parkUntil(
        late && deadlineNs < Long.MAX_VALUE - lateNs ? deadlineNs + lateNs : deadlineNs);
  }
}
