package dev.loadgen.kv.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
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
  void anAnswerOfManyValuesIsBounded() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("maxAnswer", "4k"));
        RawClient client = new RawClient(server.port())) {
      client.call("SET", "k", "v".repeat(2000));
      assertThat(client.call("MGET", "k", "k")).startsWith("*2\r\n$2000\r\n");
      client.call("SET", "long", "v".repeat(5000));
      assertThat(client.call("MGET", "long")).startsWith("*1\r\n$5000\r\n"); // as GET
      client.send("PING\r\nMGET k k k\r\nPING\r\n");
      assertThat(client.reply()).isEqualTo("+PONG\r\n");
      assertThat(client.reply())
          .isEqualTo(
              "-ERR the answer has more than 4096 bytes: ask for fewer keys, or raise"
                  + " --max-answer\r\n");
      assertThat(client.reply()).isEqualTo("+PONG\r\n");
    }
  }

  /// Asks for the page that begins at a cursor.
  private interface Pages {
    String from(String cursor) throws IOException;
  }

  /// 80 keys of 64,000 bytes, all asked for at once: each page has 1 MiB, and what the step beyond
  /// it brings.
  private static void longKeysComeInShortPages(RunningServer server, Pattern next, Pages pages)
      throws IOException {
    int keys = 80;
    String filling = "k".repeat(64_000);
    try (RawClient client = new RawClient(server.port())) {
      for (int i = 0; i < keys; i++) {
        client.call("SET", (i + 10) + filling, "");
      }
    }
    Pattern key = Pattern.compile("([0-9]{2})k+");
    Set<String> seen = new TreeSet<>();
    String cursor = "0";
    int count = 0;
    do {
      String page = pages.from(cursor);
      assertThat(page.length()).isLessThan(4 << 20);
      cursor = next.matcher(page).results().findFirst().orElseThrow().group(1);
      key.matcher(page).results().forEach(found -> assertThat(seen.add(found.group(1))).isTrue());
      count++;
    } while (!cursor.equals("0"));
    assertThat(seen).hasSize(keys);
    assertThat(count).isGreaterThan(1);
  }

  @Test
  void pagesOfLongKeysAreShorterAndLeaveNothingOut() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient client = new RawClient(server.port())) {
      longKeysComeInShortPages(
          server,
          Pattern.compile("\\A\\*2\r\n\\$[0-9]+\r\n([0-9]+)\r\n"),
          cursor -> client.call("SCAN", cursor, "COUNT", "10000"));
    }
  }

  @Test
  void soAreThoseOfHttp() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of())) {
      longKeysComeInShortPages(
          server,
          Pattern.compile("\"cursor\":\"([0-9]+)\""),
          cursor -> {
            try (RawClient http = new RawClient(server.httpPort())) {
              http.send(
                  "GET /v1/keys?count=10000&cursor="
                      + cursor
                      + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
              return http.rest();
            }
          });
    }
  }

  @Test
  void aValueThatIsTooLongForTheStoreIsTooLargeOverHttp() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient client = new RawClient(server.httpPort())) {
      client.send(
          "PUT /v1/keys/k HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 600000\r\n\r\n"
              + "v".repeat(600_000));
      assertThat(client.rest()).startsWith("HTTP/1.1 413 ").contains("a value of 600000");
    }
  }

  @Test
  void theHelpThatErrorsAdviseIsThere() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient client = new RawClient(server.port())) {
      for (String command : new String[] {"CONFIG", "CLIENT", "COMMAND"}) {
        assertThat(client.call(command, "NONSENSE"))
            .isEqualTo("-ERR unknown subcommand 'NONSENSE'. Try " + command + " HELP.\r\n");
        assertThat(client.call(command, "help"))
            .contains(
                "\r\n+" + command + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:")
            .endsWith("+HELP\r\n+    Print this help.\r\n");
        assertThat(client.call(command, "HELP", "x"))
            .isEqualTo(
                "-ERR wrong number of arguments for '%s|help' command\r\n"
                    .formatted(command.toLowerCase(Locale.ROOT)));
      }
      assertThat(client.call("PING")).isEqualTo("+PONG\r\n"); // as many lines as were announced
    }
  }

  @Test
  void pausesAreTold() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("pauses", "1us every 1h"));
        RawClient client = new RawClient(server.port());
        RawClient http = new RawClient(server.httpPort())) {
      assertThat(server.server().ready()).endsWith(" pauses=1us/1h");
      assertThat(client.call("INFO")).contains("\r\npauses:1us every 1h\r\n", "total_pauses:1\r\n");
      http.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      assertThat(http.rest()).contains("\nloadgen_kv_pauses_total 1\n");
    }
  }

  @Test
  void httpOnThePortOfRespIsToldOnceAMinute() {
    Traffic traffic = new Traffic();
    assertThat(traffic.tellsOfHttp()).isTrue();
    assertThat(traffic.tellsOfHttp()).isFalse();
  }
}
