package dev.loadgen.engine;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.time.Clock;
import java.util.Set;
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
  public Set<SessionStyle> styles(Settings settings) {
    return Set.of(SessionStyle.BLOCKING, SessionStyle.ASYNC);
  }

  @Override
  public AsyncSession openAsync(int index) {
    return new AsyncSession() {
      @Override
      public void submit(Operation operation, long ticket, Completions completions) {
        long untilNs = clock.nanoTime() + serviceNs.applyAsLong(operation.sequence());
        clock
            .task(
                "answer",
                () -> {
                  while (clock.nanoTime() < untilNs) {
                    clock.parkUntil(untilNs);
                  }
                  completions.complete(ticket, Outcome.OK);
                })
            .start();
      }

      @Override
      public void close() throws Exception {
        closeSession();
      }
    };
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
