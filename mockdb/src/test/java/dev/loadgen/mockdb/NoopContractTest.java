package dev.loadgen.mockdb;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.testkit.DriverContractTest;

class NoopContractTest extends DriverContractTest {
  @Override
  protected DriverProvider provider() {
    return new NoopProvider();
  }
}
