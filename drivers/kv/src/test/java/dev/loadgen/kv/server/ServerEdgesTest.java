package dev.loadgen.kv.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is sent to the server by mistake, or by malice.
class ServerEdgesTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1\r\nFLUSHALL\r\n",
        "post / HTTP/1.1\r\nFLUSHALL\r\n",
        "Host: localhost\r\nFLUSHALL\r\n",
        "hOST: localhost\r\nFLUSHALL\r\n",
        "*1\r\n$4\r\nPOST\r\nFLUSHALL\r\n"
      })
  void whatABrowserCanSendIsNotExecuted(String request) throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient browser = new RawClient(server.port());
        RawClient client = new RawClient(server.port())) {
      client.call("SET", "k", "v");
      browser.send(request);
      assertThat(browser.rest()).isEmpty();
      assertThat(client.call("GET", "k")).isEqualTo("$1\r\nv\r\n");
      assertThat(client.call("POSTS")).startsWith("-ERR unknown command");
    }
  }

  @Test
  void httpOnThePortOfRespIsToldOnceAMinute() {
    Traffic traffic = new Traffic();
    assertThat(traffic.tellsOfHttp()).isTrue();
    assertThat(traffic.tellsOfHttp()).isFalse();
  }
}
