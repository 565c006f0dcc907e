package dev.loadgen.kv.driver;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.testkit.DriverContractTest;
import dev.loadgen.kv.server.RedisPeer;
import dev.loadgen.kv.server.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

  /// Users, over the network and in the process; each codec has a store of its own.
  abstract static class OfUsers extends OfKv {
    private static final Map<String, RunningServer> SERVERS = new ConcurrentHashMap<>();

    private final String codec;

    OfUsers(String codec) {
      this.codec = codec;
    }

    @Override
    protected Map<String, String> settings() {
      RunningServer server = SERVERS.computeIfAbsent(codec, OfUsers::server);
      return Map.of("kv.port", "" + server.port(), "kv.codec", codec);
    }

    private static RunningServer server(String codec) {
      try {
        return new RunningServer(directory.resolve("server-" + codec), Map.of());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @AfterAll
    static void stop() throws IOException {
      for (RunningServer server : SERVERS.values()) {
        server.close();
      }
      SERVERS.clear();
    }
  }

  @Nested
  class WithStructs extends OfUsers {
    WithStructs() {
      super("struct");
    }
  }

  @Nested
  class WithFory extends OfUsers {
    WithFory() {
      super("fory");
    }
  }

  @Nested
  class WithJava extends OfUsers {
    WithJava() {
      super("java");
    }
  }

  /// Users in the process.
  abstract static class OfUsersInTheProcess extends OfKv {
    private final String codec;

    OfUsersInTheProcess(String codec) {
      this.codec = codec;
    }

    @Override
    protected Map<String, String> settings() {
      Path files = directory.resolve("embedded-" + codec);
      return Map.of("kv.embedded", "true", "kv.dir", files.toString(), "kv.codec", codec);
    }
  }

  @Nested
  class WithStructsInTheProcess extends OfUsersInTheProcess {
    WithStructsInTheProcess() {
      super("struct");
    }
  }

  @Nested
  class WithForyInTheProcess extends OfUsersInTheProcess {
    WithForyInTheProcess() {
      super("fory");
    }
  }

  @Nested
  class WithJavaInTheProcess extends OfUsersInTheProcess {
    WithJavaInTheProcess() {
      super("java");
    }
  }
}
