package dev.loadgen.ycsb;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.testkit.DriverContractTest;
import java.util.Map;

/// The contract, kept with a binding that keeps what it is given.
class YcsbContractTest extends DriverContractTest {
  @Override
  protected DriverProvider provider() {
    return new YcsbProvider();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("ycsb.db", MapBinding.class.getName());
  }
}
