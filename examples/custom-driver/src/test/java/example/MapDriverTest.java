package example;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.testkit.DriverContractTest;

/// Each promise that a driver makes is a test.
class MapDriverTest extends DriverContractTest {
  @Override
  protected DriverProvider provider() {
    return new MapDriver();
  }
}
