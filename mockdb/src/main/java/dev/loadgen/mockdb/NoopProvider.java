package dev.loadgen.mockdb;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.Spi;
import java.util.List;
import java.util.Set;

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
  public Set<SessionStyle> styles(Settings settings) {
    return Set.of(SessionStyle.BLOCKING, SessionStyle.ASYNC);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) {
    return new NoopDriver();
  }

  private static final class NoopDriver implements Driver {
    @Override
    public Session open(int index) {
      return new NoopSession();
    }

    @Override
    public AsyncSession openAsync(int index) {
      return new NoopAsyncSession();
    }
  }

  /// Completes within the submit.
  private static final class NoopAsyncSession implements AsyncSession {
    @Override
    public void submit(Operation operation, long ticket, Completions completions) {
      completions.complete(ticket, Outcome.OK);
    }
  }

  private static final class NoopSession implements Session {
    @Override
    public Outcome execute(Operation operation) {
      return Outcome.OK;
    }
  }
}
