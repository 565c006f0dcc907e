package dev.loadgen.engine;

import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.VirtualClock;

/// A virtual clock of a process that gets no CPU for a while whenever it wakes: every wait is
/// overslept.
final class SuspendedClock implements Clock {
  private final VirtualClock clock;
  private final long lateNs;

  SuspendedClock(VirtualClock clock, long lateNs) {
    this.clock = clock;
    this.lateNs = lateNs;
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }

  @Override
  public long epochMillis() {
    return clock.epochMillis();
  }

  @Override
  public void parkUntil(long deadlineNs) {
    boolean late = Thread.currentThread().getName().startsWith("loadgen-worker");
    clock.parkUntil(
        late && deadlineNs < Long.MAX_VALUE - lateNs ? deadlineNs + lateNs : deadlineNs);
  }

  @Override
  public void spinUntil(long deadlineNs) {
    clock.spinUntil(deadlineNs);
  }

  @Override
  public void unpark(Thread thread) {
    clock.unpark(thread);
  }

  @Override
  public void interrupt(Thread thread) {
    clock.interrupt(thread);
  }

  @Override
  public Thread thread(String name, Runnable body) {
    return clock.thread(name, body);
  }

  @Override
  public Thread task(String name, Runnable body) {
    return clock.task(name, body);
  }

  @Override
  public Enrolment enrol() {
    return clock.enrol();
  }
}
