package dev.loadgen.engine;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.Spi;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A driver whose every method a test can break; otherwise it returns at once.
class FaultyDriver implements DriverProvider, Driver {
  static final OperationKind READ = OperationKind.of("READ", "reads", 1);

  final AtomicInteger closedSessions = new AtomicInteger();

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "faulty";
  }

  @Override
  public String summary() {
    return "goes wrong";
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
  public Driver create(Settings settings, DriverContext context) throws Exception {
    return this;
  }

  Outcome execute(Operation operation) throws Exception {
    return Outcome.OK;
  }

  void closeSession() throws Exception {
    closedSessions.incrementAndGet();
  }

  @Override
  public Session open(int index) throws Exception {
    return new Session() {
      @Override
      public Outcome execute(Operation operation) throws Exception {
        return FaultyDriver.this.execute(operation);
      }

      @Override
      public void close() throws Exception {
        closeSession();
      }
    };
  }
}
