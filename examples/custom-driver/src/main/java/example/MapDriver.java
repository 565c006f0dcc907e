package example;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.Spi;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A whole driver: a map in memory, in place of your system.
public final class MapDriver implements DriverProvider {
  private static final OperationKind READ = OperationKind.of("READ", "get", 50, Need.KEY);
  private static final OperationKind UPDATE =
      OperationKind.of("UPDATE", "put", 50, Need.KEY, Need.VALUE);
  private static final OperationKind INSERT =
      OperationKind.of("INSERT", "put of a new key", 0, Need.NEW_KEY, Need.VALUE);

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "mapdb";
  }

  @Override
  public String summary() {
    return "a map in memory";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of();
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    return List.of(READ, UPDATE, INSERT);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) {
    Map<ByteBuffer, ByteBuffer> map = new ConcurrentHashMap<>();
    return index ->
        operation -> {
          ByteBuffer key = copy(operation.key()); // the operation's buffers are reused
          if (operation.kind() != READ) {
            map.put(key, copy(operation.value()));
            return Outcome.OK;
          }
          ByteBuffer value = map.get(key);
          if (value == null) {
            return Outcome.NOT_FOUND;
          }
          operation.readValue(value); // for --verify
          return Outcome.OK;
        };
  }

  private static ByteBuffer copy(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
