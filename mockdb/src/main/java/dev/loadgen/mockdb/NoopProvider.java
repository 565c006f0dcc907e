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
  /// What is prepared for an operation that nobody will look at.
  private enum Prepare {
    NOTHING,
    KEY,
    RECORD
  }

  private static final Property<Prepare> PREPARE =
      Property.choice(
          "prepare",
          Prepare.NOTHING,
          "what the workload makes for each operation: to see what keys and values cost");

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
    return List.of(PREPARE);
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    return switch (settings.value(PREPARE)) {
      case NOTHING -> MockOperations.BARE;
      case KEY -> MockOperations.WITH_KEYS;
      case RECORD -> MockOperations.WITH_RECORDS;
    };
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
