package dev.loadgen.engine;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.Spi;
import dev.loadgen.engine.time.Clock;
import java.util.List;
import java.util.function.LongUnaryOperator;

/// A system on the tests' clock: operation k takes as long as a function of k says. What `before`
/// and `serviceNs` do otherwise (throw, hang) is theirs.
final class SimulatedDriver implements DriverProvider {
  static final OperationKind READ = OperationKind.of("READ", "reads", 1);

  private final Clock clock;
  private final LongUnaryOperator serviceNs;

  SimulatedDriver(Clock clock, LongUnaryOperator serviceNs) {
    this.clock = clock;
    this.serviceNs = serviceNs;
  }

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public String summary() {
    return "a system on the tests' clock";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of();
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    return List.of(READ);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) {
    return index -> session();
  }

  private Session session() {
    return operation -> {
      long untilNs = clock.nanoTime() + serviceNs.applyAsLong(operation.sequence());
      while (clock.nanoTime() < untilNs) {
        clock.parkUntil(untilNs);
        if (Thread.interrupted()) {
          throw new InterruptedException("given up");
        }
      }
      return Outcome.OK;
    };
  }
}
