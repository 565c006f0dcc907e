package dev.loadgen.kv.server;

import dev.loadgen.driver.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// A server of the tests, on ports of the system's choice.
public final class RunningServer implements AutoCloseable {
  private final KvServer server;

  /// @param settings beyond directory and ports, without the prefix
  public RunningServer(Path directory, Map<String, String> settings) throws IOException {
    Map<String, String> given = new HashMap<>();
    given.put("kv.dir", directory.toString());
    given.put("kv.port", "0");
    given.put("kv.httpPort", "0");
    given.put("kv.extentSize", "1m");
    settings.forEach((name, value) -> given.put("kv." + name, value));
    KvServerProvider provider = new KvServerProvider();
    server = (KvServer) provider.start(Settings.of(provider.name(), provider.properties(), given));
  }

  /// The port of RESP.
  public int port() {
    return server.resp().getPort();
  }

  int httpPort() {
    return server.http().getPort();
  }

  /// The server itself.
  public KvServer server() {
    return server;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
