package dev.loadgen.engine;

import dev.loadgen.engine.time.Clock;

/// Another clock, but for what a test makes otherwise.
abstract class ForwardingClock implements Clock {
  private final Clock clock;

  ForwardingClock(Clock clock) {
    this.clock = clock;
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
