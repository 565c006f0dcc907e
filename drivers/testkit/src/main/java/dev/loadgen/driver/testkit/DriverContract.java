package dev.loadgen.driver.testkit;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.SessionStyle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/// What every driver promises, checked on one driver: it is created, opened, used by several
/// threads, interrupted and closed, with operations that notice when they are misused. The system
/// under test must be there.
///
/// Immutable; each check creates a driver of its own and closes it.
public final class DriverContract {
  /// One promise.
  ///
  /// @param name what is promised
  /// @param body checks it
  public record Check(String name, Supplier<Verdict> body) {
    /// Checks it.
    public Verdict verdict() {
      return body.get();
    }

    /// Checks it.
    ///
    /// @return a sentence for each way in which it is broken; empty if it is kept
    public List<String> violations() {
      return verdict().violations();
    }
  }

  private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(10);

  private final DriverProvider provider;
  private final Map<String, String> settings;
  private final Duration limit;

  private DriverContract(DriverProvider provider, Map<String, String> settings, Duration limit) {
    this.provider = Objects.requireNonNull(provider, "provider");
    this.settings = Map.copyOf(settings);
    this.limit = limit;
  }

  /// The contract for a driver with its default settings.
  public static DriverContract of(DriverProvider provider) {
    return new DriverContract(provider, Map.of(), DEFAULT_LIMIT);
  }

  /// The same with these settings, by full name: `mockdb.delay`.
  public DriverContract with(Map<String, String> newSettings) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putAll(newSettings);
    return new DriverContract(provider, all, limit);
  }

  /// The same with another limit on the time that one call of the driver may take; by default 10 s.
  public DriverContract limit(Duration newLimit) {
    return new DriverContract(provider, settings, newLimit);
  }

  /// The checks: those of the description; if that is sound, those of each style of session. Where
  /// no session can be opened, that is the last.
  public List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    DescriptionChecks description = new DescriptionChecks(provider, settings);
    checks.addAll(description.all());
    if (checks.stream().allMatch(check -> check.violations().isEmpty())) {
      Bench bench = new Bench(provider, settings, limit);
      Optional<String> obstacle = bench.obstacle();
      if (obstacle.isPresent()) {
        String sentence = obstacle.get() + ": is the system there? Nothing else was checked";
        checks.add(
            new Check("a session can be opened", () -> new Verdict(List.of(sentence), List.of())));
        return checks;
      }
      if (bench.offers(SessionStyle.BLOCKING)) {
        checks.addAll(new BlockingChecks(bench).all());
      }
      if (bench.offers(SessionStyle.ASYNC)) {
        checks.addAll(new AsyncChecks(bench).all());
      }
      checks.add(
          bench.check(
              "it can be closed while a session is open",
              (driver, minutes) -> closedEarly(bench, driver)));
    }
    return checks;
  }

  /// A session that hangs is never closed; the bench closes the driver all the same, and sees to
  /// its threads. None is made to hang here.
  private void closedEarly(Bench bench, Driver driver) throws Bench.Broken, InterruptedException {
    if (bench.offers(SessionStyle.BLOCKING)) {
      bench.call("open(0)", () -> driver.open(0));
    } else {
      bench.call("openAsync(0)", () -> driver.openAsync(0));
    }
    bench.call(
        "starting()",
        () -> {
          driver.starting(0);
          return driver;
        });
  }

  /// What is wrong with what the driver says of itself, as far as that does not depend on settings.
  /// Nothing is created.
  ///
  /// @return a sentence for each mistake
  public List<String> descriptionViolations() {
    return new DescriptionChecks(provider, settings).violationsOfAny();
  }

  /// All breaches of all checks, each beginning with the name of its check.
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    for (Check check : checks()) {
      check.violations().forEach(sentence -> violations.add(check.name() + ": " + sentence));
    }
    return violations;
  }
}
