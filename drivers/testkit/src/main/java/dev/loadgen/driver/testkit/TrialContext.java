package dev.loadgen.driver.testkit;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import java.nio.ByteBuffer;

/// What a driver on trial is offered.
///
/// @param sessions how many will be opened
record TrialContext(int sessions) implements DriverContext {
  @Override
  public long seed() {
    return 1;
  }

  @Override
  public Counter counter(String name, String unit) {
    return amount -> {
      if (amount < 0) {
        throw new IllegalArgumentException(
            "the counter " + name + " only grows, but " + amount + " was added");
      }
    };
  }

  @Override
  public Event begin(String name) {
    return () -> {};
  }

  @Override
  public boolean matches(ByteBuffer key, ByteBuffer value) {
    return TrialOperation.matches(key, value);
  }
}
