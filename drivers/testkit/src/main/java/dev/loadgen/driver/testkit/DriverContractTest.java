package dev.loadgen.driver.testkit;

import dev.loadgen.driver.DriverProvider;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The contract as JUnit tests: extend it, name the provider, and each check is a test.
///
/// ```java
/// class MyDriverTest extends DriverContractTest {
///   @Override
///   protected DriverProvider provider() {
///     return new MyDriverProvider();
///   }
/// }
/// ```
public abstract class DriverContractTest {
  /// The driver on trial.
  protected abstract DriverProvider provider();

  /// Its settings, by full name: `mydb.host`. By default none.
  protected Map<String, String> settings() {
    return Map.of();
  }

  /// A test for each check.
  @TestFactory
  protected Stream<DynamicTest> contract() {
    return DriverContract.of(provider()).with(settings()).checks().stream()
        .map(check -> DynamicTest.dynamicTest(check.name(), () -> passes(check)));
  }

  private static void passes(DriverContract.Check check) {
    List<String> violations = check.violations();
    if (!violations.isEmpty()) {
      // Reports often name a dynamic test by its number alone.
      throw new AssertionError("broken: " + check.name() + ": " + String.join("\n", violations));
    }
  }
}
