package dev.loadgen.mockdb;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.mockdb.model.LatencyModel;
import dev.loadgen.mockdb.model.PeriodicPauses;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `mockdb`: a database that is slow because it sleeps, and that stops the world now and then.
public final class MockDbProvider implements DriverProvider {
  private enum Mode {
    STW,
    FIXED,
    UNIFORM,
    EXPONENTIAL,
    LOGNORMAL
  }

  private enum Pause {
    RWLOCK,
    FREEZE
  }

  private static final Property<Mode> MODE =
      Property.choice(
          "mode", Mode.STW, "how latency is drawn; stw: four modes, of which one stops the world");
  private static final Property<Pause> PAUSE =
      Property.choice(
          "pause",
          Pause.RWLOCK,
          "how mode stw stops the world: behind a lock that waits for those who are in, or at once");
  private static final Property<Pauses> PAUSES =
      Property.pauses("pauses", null, "freezes at multiples of the period, on top of any mode");
  private static final Property<Long> DELAY =
      latency("delay", "1ms", "mode fixed: how long every operation takes");
  private static final Property<Long> MIN = latency("min", "200us", "mode uniform: the shortest");
  private static final Property<Long> MAX = latency("max", "1ms", "mode uniform: the longest");
  private static final Property<Long> MEAN = latency("mean", "1ms", "mode exponential: the mean");
  private static final Property<Long> MEDIAN =
      latency("median", "1ms", "mode lognormal: the median");
  private static final Property<Double> SIGMA =
      Property.decimal("sigma", "1", "mode lognormal: the standard deviation of the logarithm")
          .where(sigma -> sigma >= 0 && sigma <= 10, "0 to 10");
  private static final Property<Long> SEED =
      Property.integer("seed", null, "from which latencies derive; default: the run's --seed");

  /// Which mode a property belongs to.
  private static final Map<Property<?>, Mode> ONLY_IN =
      Map.of(
          DELAY, Mode.FIXED,
          MIN, Mode.UNIFORM,
          MAX, Mode.UNIFORM,
          MEAN, Mode.EXPONENTIAL,
          MEDIAN, Mode.LOGNORMAL,
          SIGMA, Mode.LOGNORMAL,
          PAUSE, Mode.STW);

  private final Machine machine;

  /// A mock database on this machine.
  public MockDbProvider() {
    this(Machine.REAL);
  }

  /// A mock database on a machine of the caller's.
  public MockDbProvider(Machine machine) {
    this.machine = machine;
  }

  private static Property<Long> latency(String name, String defaultText, String summary) {
    return Property.duration(name, defaultText, summary)
        .where(ns -> ns <= LatencyModel.LONGEST_NS, "at most 1h");
  }

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "mockdb";
  }

  @Override
  public String summary() {
    return "a mock database that sleeps, and stops the world now and then";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(MODE, PAUSE, PAUSES, DELAY, MIN, MAX, MEAN, MEDIAN, SIGMA, SEED);
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    Mode mode = settings.value(MODE);
    ONLY_IN.forEach((property, only) -> {
      if (settings.given(property) && mode != only) {
        throw new SettingsException(
            "mockdb."
                + property.name()
                + " belongs to mockdb.mode="
                + lower(only)
                + ", but mockdb.mode is "
                + lower(mode));
      }
    });
    if (settings.value(MIN) > settings.value(MAX)) {
      throw new SettingsException(
          "mockdb.min="
              + settings.value(MIN)
              + "ns is more than mockdb.max="
              + settings.value(MAX)
              + "ns");
    }
    return MockOperations.BARE;
  }

  @Override
  public Set<SessionStyle> styles(Settings settings) {
    return Set.of(SessionStyle.BLOCKING, SessionStyle.ASYNC);
  }

  private static String lower(Mode mode) {
    return mode.name().toLowerCase(java.util.Locale.ROOT);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) {
    long seed = Draws.derive(settings.find(SEED).orElse(context.seed()), name());
    LatencyModel model =
        switch (settings.value(MODE)) {
          case STW -> new LatencyModel.StopTheWorld(seed);
          case FIXED -> new LatencyModel.Fixed(settings.value(DELAY));
          case UNIFORM -> new LatencyModel.Uniform(settings.value(MIN), settings.value(MAX), seed);
          case EXPONENTIAL -> new LatencyModel.Exponential(settings.value(MEAN), seed);
          case LOGNORMAL ->
              new LatencyModel.Lognormal(settings.value(MEDIAN), settings.value(SIGMA), seed);
        };
    Pauses pauses = settings.find(PAUSES).orElse(null);
    PeriodicPauses periodic =
        pauses == null ? null : new PeriodicPauses(pauses.lengthNs(), pauses.periodNs());
    World world = new World(machine, settings.value(PAUSE) == Pause.FREEZE, periodic, context);
    return new MockDb(machine, model, world, pauses, context);
  }
}
