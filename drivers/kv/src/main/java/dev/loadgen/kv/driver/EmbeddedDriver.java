package dev.loadgen.kv.driver;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Session;
import dev.loadgen.kv.store.Store;
import java.io.IOException;
import java.util.function.Supplier;

/// Sessions with a store inside this process.
final class EmbeddedDriver implements Driver {
  private final Store store;
  private final Supplier<Values> values;

  /// @param values makes those of one session
  EmbeddedDriver(Store store, Supplier<Values> values) {
    this.store = store;
    this.values = values;
  }

  @Override
  public Session open(int index) {
    return new EmbeddedSession(store, values.get());
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
