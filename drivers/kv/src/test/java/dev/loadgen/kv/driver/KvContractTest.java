package dev.loadgen.kv.driver;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.testkit.DriverContractTest;
import dev.loadgen.kv.server.RedisPeer;
import dev.loadgen.kv.server.RunningServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/// The contract, against our server, a real redis-server, and a store in the process.
class KvContractTest {
  @TempDir static Path directory;

  private static RunningServer ours;
  private static RedisPeer redis;

  @BeforeAll
  static void start() throws Exception {
    ours = new RunningServer(directory.resolve("server"), Map.of("password", "secret"));
    redis = new RedisPeer();
  }

  @AfterAll
  static void stop() throws Exception {
    ours.close();
    redis.close();
  }

  /// What all have in common.
  abstract static class OfKv extends DriverContractTest {
    @Override
    protected DriverProvider provider() {
      return new KvProvider();
    }
  }

  @Nested
  class WithOurServer extends OfKv {
    @Override
    protected Map<String, String> settings() {
      return Map.of("kv.port", "" + ours.port(), "kv.password", "secret");
    }
  }

  @Nested
  class WithRedis extends OfKv {
    @Override
    protected Map<String, String> settings() {
      return Map.of("kv.port", "" + redis.port());
    }
  }

  @Nested
  class WithAStoreInTheProcess extends OfKv {
    @Override
    protected Map<String, String> settings() {
      return Map.of("kv.embedded", "true", "kv.dir", directory.resolve("embedded").toString());
    }
  }
}
