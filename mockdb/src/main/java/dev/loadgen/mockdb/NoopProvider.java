package dev.loadgen.mockdb;

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

/// `noop`: returns at once. The perfect database, for seeing what the harness itself costs.
public final class NoopProvider implements DriverProvider {
  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "noop";
  }

  @Override
  public String summary() {
    return "the perfect database: returns at once, and so shows the harness's own cost";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of();
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    return MockOperations.ALL;
  }

  @Override
  public Driver create(Settings settings, DriverContext context) {
    return index -> new NoopSession();
  }

  private static final class NoopSession implements Session {
    @Override
    public Outcome execute(Operation operation) {
      return Outcome.OK;
    }
  }
}
