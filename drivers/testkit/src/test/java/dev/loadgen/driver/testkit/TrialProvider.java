package dev.loadgen.driver.testkit;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.Spi;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// A provider whose every answer a test can spoil.
public class TrialProvider implements DriverProvider {
  static final OperationKind READ = OperationKind.of("READ", "reads", 1, Need.KEY);
  static final OperationKind INSERT =
      OperationKind.of("INSERT", "inserts", 1, Need.NEW_KEY, Need.VALUE);

  int spiVersion = Spi.VERSION;
  String name = "trial";
  String summary = "a driver on trial";
  List<OperationKind> kinds = List.of(READ, INSERT);
  List<Property<?>> properties = List.of();
  private final Supplier<Driver> drivers;
  private final SessionStyle style;

  /// A driver that opens no sessions.
  public TrialProvider() {
    this(index -> null);
  }

  TrialProvider(Driver driver) {
    this(() -> driver);
  }

  TrialProvider(Supplier<Driver> drivers) {
    this(drivers, SessionStyle.BLOCKING);
  }

  TrialProvider(Supplier<Driver> drivers, SessionStyle style) {
    this.drivers = drivers;
    this.style = style;
  }

  /// Not public.
  static final class Hidden extends TrialProvider {}

  @Override
  public int spiVersion() {
    return spiVersion;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public List<Property<?>> properties() {
    return properties;
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    return kinds;
  }

  @Override
  public Set<SessionStyle> styles(Settings settings) {
    return Set.of(style);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) {
    return drivers.get();
  }
}
