package dev.loadgen.kv.driver;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Session;
import dev.loadgen.kv.store.Store;
import java.io.IOException;

/// Sessions with a store inside this process.
final class EmbeddedDriver implements Driver {
  private final Store store;

  EmbeddedDriver(Store store) {
    this.store = store;
  }

  @Override
  public Session open(int index) {
    return new EmbeddedSession(store);
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
