package dev.loadgen.kv.driver;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/// A driver's surroundings when a test uses a single session by hand.
final class OneSession implements DriverContext {
  private final AtomicLong reconnects = new AtomicLong();

  /// An operation on the key `k`, with nothing to be compared.
  static Operation operation(OperationKind kind) {
    return (Operation)
        Proxy.newProxyInstance(
            Operation.class.getClassLoader(),
            new Class<?>[] {Operation.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "kind" -> kind;
                  case "key", "value" -> ByteBuffer.wrap(new byte[] {'k'});
                  case "recordCount" -> 5;
                  case "verifies" -> false;
                  default -> throw new IllegalStateException(method.getName());
                });
  }

  /// How often the driver has connected again.
  long reconnects() {
    return reconnects.get();
  }

  @Override
  public int sessions() {
    return 1;
  }

  @Override
  public long seed() {
    return 1;
  }

  @Override
  public Counter counter(String name, String unit) {
    return reconnects::addAndGet;
  }

  @Override
  public Event begin(String name) {
    return () -> {};
  }

  @Override
  public boolean matches(ByteBuffer key, ByteBuffer value) {
    return true;
  }
}
