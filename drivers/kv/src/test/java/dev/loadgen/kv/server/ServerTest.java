package dev.loadgen.kv.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.SettingsException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/// The server as its clients see it.
class ServerTest {
  @TempDir Path directory;

  @Test
  void jedisAndLettuceWorkAndEachSeesWhatTheOtherWrote() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        Jedis jedis = new Jedis("127.0.0.1", server.port())) {
      RedisClient client =
          RedisClient.create(RedisURI.create("redis://127.0.0.1:" + server.port()));
      try (StatefulRedisConnection<String, String> lettuce = client.connect()) {
        assertThat(jedis.set("a", "1")).isEqualTo("OK");
        assertThat(lettuce.sync().incr("a")).isEqualTo(2);
        assertThat(jedis.get("a")).isEqualTo("2");
        assertThat(jedis.set("a", "3", SetParams.setParams().nx())).isNull();
        assertThat(lettuce.sync().append("a", "4")).isEqualTo(2);
        assertThat(jedis.mget("a", "b")).containsExactly("24", null);
        assertThat(lettuce.sync().del("a", "b")).isEqualTo(1);
        assertThat(jedis.scan("0").getResult()).isEmpty();
        assertThat(lettuce.sync().dbsize()).isZero();
        assertThat(jedis.info()).contains("redis_version:7");
      } finally {
        client.shutdown();
      }
    }
  }

  @Test
  void whatWasWrittenIsThereAfterARestart() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("sync", "always"));
        RawClient client = new RawClient(server.port())) {
      assertThat(client.call("SET", "k", "v")).isEqualTo("+OK\r\n");
      assertThatThrownBy(() -> new RunningServer(directory, Map.of()))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("is already open");
    }
    try (RunningServer server = new RunningServer(directory, Map.of("sync", "10ms"));
        RawClient client = new RawClient(server.port())) {
      assertThat(client.call("GET", "k")).isEqualTo("$1\r\nv\r\n");
      assertThat(server.server().ready())
          .matches("ready kv resp=127\\.0\\.0\\.1:\\d+ .*records=1 .*");
    }
  }

  @Test
  void anAddressThatIsNoneIsToldInASentence() {
    assertThatThrownBy(() -> new RunningServer(directory, Map.of("bind", "999.1.1.1")))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot listen on 999.1.1.1: there is no such address");
  }

  @Test
  void withoutThePasswordNothingIsTold() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("password", "secret"));
        RawClient client = new RawClient(server.port())) {
      assertThat(client.call("GET", "a")).isEqualTo("-NOAUTH Authentication required.\r\n");
      assertThat(client.call("AUTH", "wrong")).startsWith("-WRONGPASS ");
      assertThat(client.call("HELLO", "3")).startsWith("-NOAUTH HELLO must be called");
      assertThat(client.call("AUTH", "other", "secret")).startsWith("-WRONGPASS ");
      assertThat(client.call("AUTH", "secret")).isEqualTo("+OK\r\n");
      assertThat(client.call("GET", "a")).isEqualTo("$-1\r\n");
      assertThat(client.call("RESET")).isEqualTo("+RESET\r\n");
      assertThat(client.call("GET", "a")).startsWith("-NOAUTH");
      assertThat(client.call("HELLO", "2", "AUTH", "default", "secret")).startsWith("*14\r\n");
      assertThat(client.call("GET", "a")).isEqualTo("$-1\r\n");

      assertThat(http(server, "GET", "/metrics", null, null).statusCode()).isEqualTo(401);
      assertThat(http(server, "GET", "/metrics", null, "secret").statusCode()).isEqualTo(200);
      assertThat(http(server, "GET", "/healthz", null, null).body()).isEqualTo("ok\n");
    }
  }

  @Test
  void tooManyConnectionsAndTooLargeRequestsAreRefused() throws Exception {
    Map<String, String> settings = Map.of("maxConnections", "2", "maxRequest", "10k");
    try (RunningServer server = new RunningServer(directory, settings);
        RawClient first = new RawClient(server.port());
        RawClient second = new RawClient(server.port())) {
      assertThat(first.call("PING") + second.call("PING")).isEqualTo("+PONG\r\n+PONG\r\n");
      try (RawClient third = new RawClient(server.port())) {
        assertThat(third.reply()).isEqualTo("-ERR max number of clients reached\r\n");
        assertThat(third.isClosedByServer()).isTrue();
      }
      assertThat(first.call("SET", "k", "v".repeat(10 << 10))).isEqualTo("+OK\r\n");
      assertThat(first.call("SET", "k", "v".repeat((10 << 10) + 1)))
          .isEqualTo("-ERR Protocol error: invalid bulk length\r\n");
      assertThat(first.isClosedByServer()).isTrue();
      assertThat(second.call("STRLEN", "k")).isEqualTo(":10240\r\n");
    }
  }

  @Test
  void aValueThatTheStoreCannotTakeIsAnErrorAndTheConnectionGoesOn() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient client = new RawClient(server.port())) {
      assertThat(client.call("SET", "k", "v".repeat(600_000))).startsWith("-ERR a value of 600000");
      assertThat(client.call("SET", "k", "v".repeat(500_000))).isEqualTo("+OK\r\n");
      assertThat(client.call("GET", "k")).hasSize(500_000 + 11);
    }
  }

  /// 40 MB of answers, of which none is read before all requests were sent: the server must stop
  /// reading, and go on when it can.
  @Test
  void aClientThatDoesNotTakeItsAnswersIsNotReadUntilItDoes() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("maxUnsent", "64k"));
        RawClient client = new RawClient(server.port())) {
      client.call("SET", "k", "v".repeat(100_000));
      Thread sender =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int i = 0; i < 400; i++) {
                    client.send(RawClient.encoded("GET", "k") + "PING\r\n");
                  }
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      for (int i = 0; i < 400; i++) {
        assertThat(client.reply()).hasSize(100_000 + 11);
        assertThat(client.reply()).isEqualTo("+PONG\r\n");
      }
      sender.join();
    }
  }

  @Test
  void aRequestMayComeByteByByteAndManyAtOnce() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("maxPipeline", "7"));
        RawClient client = new RawClient(server.port())) {
      for (char letter : (RawClient.encoded("SET", "k", "v") + "GET k\n").toCharArray()) {
        client.send(String.valueOf(letter));
      }
      assertThat(client.reply() + client.reply()).isEqualTo("+OK\r\n$1\r\nv\r\n");
      client.send("\r\n*0\r\n" + "INCR n\r\n".repeat(20_000) + "QUIT\r\nPING\r\n");
      for (int i = 1; i <= 20_000; i++) {
        assertThat(client.reply()).isEqualTo(":" + i + "\r\n");
      }
      assertThat(client.reply()).isEqualTo("+OK\r\n");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void silentConnectionsAreClosed() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of("idle", "1s"));
        RawClient client = new RawClient(server.port())) {
      assertThat(client.call("PING")).isEqualTo("+PONG\r\n");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void pausesBeginAtMultiplesOfThePeriod() {
    Freeze freeze = new Freeze(new Pauses(200_000_000, 1_000_000_000));
    assertThat(freeze.leftNs(0)).isEqualTo(200_000_000);
    assertThat(freeze.leftNs(199_999_999)).isEqualTo(1);
    assertThat(freeze.leftNs(200_000_000)).isZero();
    assertThat(freeze.leftNs(999_999_999)).isZero();
    assertThat(freeze.leftNs(3_050_000_000L)).isEqualTo(150_000_000);
    assertThat(freeze.pausesUntil(0)).isEqualTo(1);
    assertThat(freeze.pausesUntil(999_999_999)).isEqualTo(1);
    assertThat(freeze.pausesUntil(3_000_000_000L)).isEqualTo(4);
    assertThat(new Freeze(null).pauses()).isZero();
  }

  private static HttpResponse<String> http(
      RunningServer server, String method, String path, String body, String password)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.httpPort() + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (password != null) {
      String pair =
          Base64.getEncoder().encodeToString(("any:" + password).getBytes(StandardCharsets.UTF_8));
      request.header("Authorization", "Basic " + pair);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  @Test
  void bytesInPathsArePercentEncoded() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    assertThat(PercentCoding.decode(PercentCoding.encode(bytes))).isEqualTo(bytes);
    assertThat(PercentCoding.encode(new byte[] {'a', '/', (byte) 0xFF})).isEqualTo("a%2F%FF");
    assertThatThrownBy(() -> PercentCoding.decode("a%2"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PercentCoding.decode("%g0"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keysHaveAPathOverHttp() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient client = new RawClient(server.port())) {
      assertThat(http(server, "GET", "/v1/keys/a%2Fb", null, null).statusCode()).isEqualTo(404);
      assertThat(http(server, "PUT", "/v1/keys/a%2Fb", "1", null).statusCode()).isEqualTo(201);
      assertThat(http(server, "PUT", "/v1/keys/a%2Fb", "22", null).statusCode()).isEqualTo(204);
      assertThat(client.call("GET", "a/b")).isEqualTo("$2\r\n22\r\n");
      client.call("SET", "a\u00ff", "x");
      client.call("SET", "c", "x");
      assertThat(http(server, "GET", "/v1/keys?prefix=a", null, null).body())
          .startsWith("{\"cursor\":\"0\",\"keys\":[")
          .contains("\"a%2Fb\"", "\"a%FF\"")
          .doesNotContain("\"c\"");
      HttpResponse<String> head = http(server, "HEAD", "/v1/keys/a%2Fb", null, null);
      assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(2);
      assertThat(http(server, "DELETE", "/v1/keys/a%2Fb", null, null).statusCode()).isEqualTo(204);
      assertThat(http(server, "DELETE", "/v1/keys/a%2Fb", null, null).statusCode()).isEqualTo(404);
      assertThat(http(server, "POST", "/v1/keys/c", "", null).statusCode()).isEqualTo(405);
      assertThat(http(server, "GET", "/v1/keys?cursor=x", null, null).statusCode()).isEqualTo(400);
      assertThat(http(server, "GET", "/v1/keys?count=0", null, null).statusCode()).isEqualTo(400);
      assertThat(http(server, "GET", "/", null, null).statusCode()).isEqualTo(404);
      assertThat(http(server, "GET", "/metrics", null, null).body())
          .contains("loadgen_kv_records 2\n", "# TYPE loadgen_kv_commands_total counter\n");
    }
  }

  @Test
  void keysOverHttpMayBeAsLongAsKeysAre() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient client = new RawClient(server.port())) {
      String path = "/v1/keys/" + "%00".repeat(65_535);
      assertThat(http(server, "PUT", path, "v", null).statusCode()).isEqualTo(201);
      assertThat(client.call("GET", "\0".repeat(65_535))).isEqualTo("$1\r\nv\r\n");
      assertThat(http(server, "GET", path, null, null).body()).isEqualTo("v");
      assertThat(http(server, "GET", path + "a", null, null).statusCode()).isEqualTo(404);
    }
  }

  /// No request is read after it, so a client that waits for more answers would wait for ever.
  @Test
  void aConnectionEndsWithWhatIsNoRequest() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        RawClient client = new RawClient(server.httpPort())) {
      client.send("PUT /v1/keys/a HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  /// 50 MB of answers, which nobody takes, are not made; and are when somebody does.
  @Test
  void aClientOfHttpThatDoesNotTakeItsAnswersIsNotReadUntilItDoes() throws Exception {
    int requests = 200;
    try (RunningServer server = new RunningServer(directory, Map.of("threads", "1"));
        RawClient client = new RawClient(server.port());
        Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
      client.call("SET", "k", "v".repeat(250_000));
      String request = "GET /v1/keys/k HTTP/1.1\r\nHost: x\r\n\r\n";
      slow.getOutputStream().write(request.repeat(requests).getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = new BufferedInputStream(slow.getInputStream(), 1 << 16);
      assertThat(in.read()).isEqualTo('H');
      Matcher answered =
          Pattern.compile("loadgen_kv_http_requests_total ([0-9]+)\n")
              .matcher(http(server, "GET", "/metrics", null, null).body());
      assertThat(answered.find()).isTrue();
      assertThat(Integer.parseInt(answered.group(1))).isLessThan(requests * 4 / 5);
      int begun = 1;
      for (int next = in.read(); begun < requests; next = in.read()) {
        begun += next == 'H' ? 1 : 0; // there is none in the rest
        if (next < 0) {
          throw new EOFException("after " + begun);
        }
      }
    }
  }
}
