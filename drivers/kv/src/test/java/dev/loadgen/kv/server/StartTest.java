package dev.loadgen.kv.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said when a server starts, or cannot.
class StartTest {
  @TempDir Path directory;

  private List<String> notes(Map<String, String> given) throws IOException {
    Map<String, String> all = new HashMap<>(given);
    all.put("kv.dir", directory.toString());
    all.put("kv.port", "0");
    KvServerProvider provider = new KvServerProvider();
    Settings settings = Settings.of("kv", provider.properties(), all);
    try (KvServer server = (KvServer) provider.start(settings)) {
      return KvServerProvider.notes(server, settings);
    }
  }

  @Test
  void allOfIpv4IsNotIpv6() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("bind", "0.0.0.0"))) {
      assertThat(server.server().ready()).startsWith("ready kv resp=0.0.0.0:");
      byte[] ipv6 = new byte[16];
      ipv6[15] = 1;
      assertThatThrownBy(() -> new Socket(InetAddress.getByAddress(ipv6), server.port()).close())
          .isInstanceOf(IOException.class);
      try (RawClient client = new RawClient(server.port())) {
        assertThat(client.call("PING")).isEqualTo("+PONG\r\n");
      }
    }
  }

  @Test
  void listeningBeyondLoopbackWithoutAPasswordIsWarnedOf() throws Exception {
    assertThat(notes(Map.of("kv.bind", "0.0.0.0")))
        .singleElement()
        .asString()
        .contains("--bind 0.0.0.0 without --password");
    assertThat(notes(Map.of("kv.bind", "0.0.0.0", "kv.password", "secret"))).isEmpty();
    assertThat(notes(Map.of())).isEmpty();
  }

  @Test
  void whatAnExistingStoreKeepsIsSaid() throws Exception {
    assertThat(notes(Map.of("kv.extentSize", "1m", "kv.shards", "2"))).isEmpty();
    assertThat(notes(Map.of("kv.extentSize", "1m", "kv.shards", "2"))).isEmpty();
    assertThat(notes(Map.of())).isEmpty();
    assertThat(notes(Map.of("kv.extentSize", "2m", "kv.shards", "4")))
        .containsExactly(
            "--extent-size 2097152 is for a new store: this one keeps 1048576",
            "--shards 4 is for a new store: this one keeps 2");
  }
}
