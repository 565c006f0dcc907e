package dev.loadgen.engine.time;

import java.util.concurrent.locks.LockSupport;

/// The machine's monotonic clock.
public final class SystemClock implements Clock {
  private static final long LONGEST_PARK_NS = 3_600_000_000_000L;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public void parkUntil(long deadlineNs) {
    long waitNs =
        deadlineNs == Long.MAX_VALUE
            ? LONGEST_PARK_NS
            : Math.min(deadlineNs - System.nanoTime(), LONGEST_PARK_NS);
    if (waitNs > 0) {
      LockSupport.parkNanos(this, waitNs);
    }
  }

  @Override
  public void spinUntil(long deadlineNs) {
    Thread.onSpinWait();
  }

  @Override
  public void unpark(Thread thread) {
    LockSupport.unpark(thread);
  }

  @Override
  public void interrupt(Thread thread) {
    thread.interrupt();
  }

  @Override
  public Thread thread(String name, Runnable body) {
    return Thread.ofPlatform().name(name).daemon().unstarted(body);
  }

  @Override
  public Thread task(String name, Runnable body) {
    return Thread.ofVirtual().name(name).unstarted(body);
  }

  @Override
  public Enrolment enrol() {
    return () -> {};
  }
}
