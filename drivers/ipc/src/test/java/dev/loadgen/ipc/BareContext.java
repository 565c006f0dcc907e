package dev.loadgen.ipc;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import java.nio.ByteBuffer;

/// An engine that offers nothing.
///
/// @param sessions how many will be opened
public record BareContext(int sessions) implements DriverContext {
  @Override
  public long seed() {
    return 1;
  }

  @Override
  public Counter counter(String name, String unit) {
    return amount -> {};
  }

  @Override
  public Event begin(String name) {
    return () -> {};
  }

  @Override
  public boolean matches(ByteBuffer key, ByteBuffer value) {
    return false;
  }
}
