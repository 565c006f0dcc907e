package dev.loadgen.engine;

import dev.loadgen.engine.time.Clock;

/// A clock whose wall time goes back an hour after each reading; its monotonic time is another's.
final class SteppedClock extends ForwardingClock {
  private long stepsMillis;

  SteppedClock(Clock clock) {
    super(clock);
  }

  @Override
  public synchronized long epochMillis() {
    long millis = super.epochMillis() + stepsMillis;
    stepsMillis -= 3_600_000;
    return millis;
  }
}
