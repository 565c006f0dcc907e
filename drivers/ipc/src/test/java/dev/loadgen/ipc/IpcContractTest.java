package dev.loadgen.ipc;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.testkit.DriverContractTest;
import java.util.Map;
import org.junit.jupiter.api.Nested;

class IpcContractTest extends DriverContractTest {
  @Override
  protected DriverProvider provider() {
    return new IpcProvider();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("ipc.process", "spawn", "ipc.idle", "yield");
  }

  /// Rings that are always full, and a far end that often stands still.
  @Nested
  class UnderPressure extends DriverContractTest {
    @Override
    protected DriverProvider provider() {
      return new IpcProvider();
    }

    @Override
    protected Map<String, String> settings() {
      return Map.of(
          "ipc.process", "spawn",
          "ipc.idle", "park",
          "ipc.capacity", "2",
          "ipc.messageBytes", "1024",
          "ipc.pauses", "5ms every 10ms");
    }
  }
}
