package dev.loadgen.engine;

import dev.loadgen.engine.time.Clock;

/// A clock whose wall time goes back an hour after each reading; its monotonic time is another's.
final class SteppedClock implements Clock {
  private final Clock clock;
  private long stepsMillis;

  SteppedClock(Clock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized long epochMillis() {
    long millis = clock.epochMillis() + stepsMillis;
    stepsMillis -= 3_600_000;
    return millis;
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }

  @Override
  public void parkUntil(long deadlineNs) {
    clock.parkUntil(deadlineNs);
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
