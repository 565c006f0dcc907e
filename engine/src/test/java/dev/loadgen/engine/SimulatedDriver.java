package dev.loadgen.engine;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.engine.time.Clock;
import java.util.function.LongUnaryOperator;

/// A system on the tests' clock: operation k takes as long as a function of k says. What that
/// function does otherwise (throw, hang) is its own.
class SimulatedDriver extends FaultyDriver {
  private final Clock clock;
  private final LongUnaryOperator serviceNs;

  SimulatedDriver(Clock clock, LongUnaryOperator serviceNs) {
    this.clock = clock;
    this.serviceNs = serviceNs;
  }

  @Override
  Outcome execute(Operation operation) throws InterruptedException {
    long untilNs = clock.nanoTime() + serviceNs.applyAsLong(operation.sequence());
    while (clock.nanoTime() < untilNs) {
      clock.parkUntil(untilNs);
      if (Thread.interrupted()) {
        throw new InterruptedException("given up");
      }
    }
    return Outcome.OK;
  }
}
