package dev.loadgen.mockdb;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.testkit.DriverContractTest;
import java.util.Map;
import org.junit.jupiter.api.Nested;

class MockDbContractTest extends DriverContractTest {
  @Override
  protected DriverProvider provider() {
    return new MockDbProvider();
  }

  /// Periodic pauses have a thread of their own, and operations are interrupted within a pause.
  @Nested
  class WithPauses extends DriverContractTest {
    @Override
    protected DriverProvider provider() {
      return new MockDbProvider();
    }

    @Override
    protected Map<String, String> settings() {
      return Map.of("mockdb.pauses", "5ms every 20ms", "mockdb.pause", "freeze");
    }
  }
}
