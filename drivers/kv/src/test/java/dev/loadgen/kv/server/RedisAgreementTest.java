package dev.loadgen.kv.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same bytes to a real redis-server and to ours: the same bytes come back.
class RedisAgreementTest {
  private static final String LEAST = "-9223372036854775808";

  @TempDir static Path directory;

  private static RedisPeer redis;
  private static boolean seven;
  private static RunningServer ours;

  @BeforeAll
  static void start() throws Exception {
    redis = new RedisPeer();
    seven = redis.isSeven();
    ours = new RunningServer(directory, Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    ours.close();
    redis.close();
  }

  private static void agree(RawClient theirs, RawClient our, String sent) throws Exception {
    theirs.send(sent);
    our.send(sent);
    String expected = theirs.reply();
    if (!seven) {
      expected = expected.replace("arguments for MSET", "arguments for 'mset' command");
    }
    assertThat(our.reply()).as(sent).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void repliesToRandomCommandsAreRedises(int seed) throws Exception {
    Random random = new Random(seed);
    try (RawClient theirs = new RawClient(redis.port());
        RawClient our = new RawClient(ours.port())) {
      agree(theirs, our, RawClient.encoded("FLUSHDB"));
      for (int i = 0; i < 8000; i++) {
        agree(theirs, our, RawClient.encoded(command(random)));
      }
      agree(theirs, our, RawClient.encoded("DBSIZE"));
    }
  }

  private static String[] command(Random random) {
    String key = "key" + random.nextInt(20);
    String other = "key" + random.nextInt(20);
    String value =
        List.of(
                "",
                "10",
                "-7",
                "007",
                "9223372036854775807",
                LEAST,
                "9223372036854775808",
                " 1",
                "1.5",
                "text \r\n\0 \u00ff",
                "v".repeat(random.nextInt(300)))
            .get(random.nextInt(11));
    return switch (random.nextInt(24)) {
      case 0 -> new String[] {"GET", key};
      case 1, 2 -> new String[] {"SET", key, value};
      case 3 -> new String[] {"set", key, value, "NX"};
      case 4 -> new String[] {"SET", key, value, "xx"};
      case 5 -> new String[] {"SET", key, value, "XX", "GET"};
      case 6 -> new String[] {"SETNX", key, value};
      case 7 -> new String[] {"GETSET", key, value};
      case 8 -> new String[] {"MGET", key, other, key};
      case 9 -> new String[] {"MSET", key, value, other, "2"};
      case 10 -> new String[] {"MSET", key, value, other};
      case 11 -> new String[] {"DEL", key, other};
      case 12 -> new String[] {"EXISTS", key, key, other};
      case 13 -> new String[] {"STRLEN", key};
      case 14 -> new String[] {"APPEND", key, value};
      case 15 -> new String[] {"INCR", key};
      case 16 -> new String[] {"DECR", key};
      case 17 -> new String[] {"INCRBY", key, value};
      case 18 -> // which Redis 6 and 7 answer alike
          new String[] {"DECRBY", key, value.equals(LEAST) ? "3" : value};
      case 19 -> new String[] {"PING", value};
      case 20 -> new String[] {"SET", key};
      case 21 -> new String[] {"SET", key, value, "NX", "XX"};
      case 22 -> new String[] {"ECHO", value};
      default -> new String[] {"DBSIZE"};
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET",
        "GET a b",
        "get",
        "PING",
        "PING a b",
        "ECHO",
        "SELECT 0",
        "SELECT 99",
        "SCAN x",
        "SCAN 0 COUNT",
        "SCAN 0 COUNT 0",
        "SCAN 0 COUNT x",
        "SCAN 0 FOO 1",
        "SET a b c",
        "MSET a",
        "AUTH x y z u",
        "AUTH",
        "AUTH secret",
        "HELLO 4",
        "HELLO x",
        "HELLO 2 FOO",
        "CLIENT GETNAME",
        "CLIENT SETNAME n",
        "CLIENT SETNAME \"a b\"",
        "CONFIG GET save",
        "CONFIG GET nothing",
        "INCRBY n x",
        "SET q 'it''s'",
        "SET \"q\\x41\\n\" 'v'",
        "GET \"q\\x41\\n\"",
        "RESET",
        "FLUSHDB NOW",
        "FLUSHDB ASYNC",
        "EXISTS",
        "DEL",
        "MGET",
        "STRLEN a b",
        "SELECT x"
      })
  void linesAsOneTypesThemAreAnsweredAsByRedis(String line) throws Exception {
    try (RawClient theirs = new RawClient(redis.port());
        RawClient our = new RawClient(ours.port())) {
      agree(theirs, our, line + "\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*1\r\n+GET\r\n",
        "*1\r\n$-5\r\n",
        "*1\r\n$abc\r\n",
        "*abc\r\n",
        "*99999999999\r\n",
        "SET \"a\r\n",
        "GET 'a'b\r\n",
        "*1\r\n$999999999999\r\n"
      })
  void whatIsNoRequestIsAnsweredAsByRedisAndEndsTheConnection(String bytes) throws Exception {
    try (RawClient theirs = new RawClient(redis.port());
        RawClient our = new RawClient(ours.port())) {
      agree(theirs, our, bytes);
      assertThat(our.isClosedByServer()).isTrue();
    }
  }

  @Test
  void repliesOfVersion3AreRedises() throws Exception {
    try (RawClient theirs = new RawClient(redis.port());
        RawClient our = new RawClient(ours.port())) {
      theirs.call("HELLO", "3");
      assertThat(our.call("HELLO", "3")).startsWith("%7\r\n$6\r\nserver\r\n");
      for (String line :
          List.of(
              "GET nothing", "SET n 5", "MGET n nothing", "CONFIG GET save", "CLIENT GETNAME")) {
        agree(theirs, our, line + "\r\n");
      }
      agree(theirs, our, "RESET\r\n");
      agree(theirs, our, "GET nothing\r\n");
    }
  }

  @Test
  void whatRedis7SaysOtherwiseThan6IsSaidAsByRedis7() throws Exception {
    Assumptions.assumeTrue(seven, "skipped: the redis-server here is older than 7");
    try (RawClient theirs = new RawClient(redis.port());
        RawClient our = new RawClient(ours.port())) {
      for (String line :
          List.of("DECRBY n -9223372036854775808", "FOO", "FOO a b", "CONFIG FOO", "CLIENT FOO")) {
        agree(theirs, our, line + "\r\n");
      }
    }
  }

  @Test
  void anUnknownCommandIsAnsweredInTheWordsOfRedis7() throws Exception {
    try (RawClient our = new RawClient(ours.port())) {
      assertThat(our.call("FOO", "a", "b c"))
          .isEqualTo("-ERR unknown command 'FOO', with args beginning with: 'a' 'b c' \r\n");
      assertThat(our.call("CLIENT", "nonsense"))
          .isEqualTo("-ERR unknown subcommand 'nonsense'. Try CLIENT HELP.\r\n");
    }
  }

  @Test
  void aScanFindsEachKeyOnceAsItsPatternSays() throws Exception {
    try (RawClient our = new RawClient(ours.port())) {
      our.call("FLUSHDB");
      for (int i = 0; i < 1000; i++) {
        our.call("SET", "scan" + i, "v");
      }
      String cursor = "0";
      List<String> keys = new ArrayList<>();
      do {
        String[] lines = our.call("SCAN", cursor, "MATCH", "s?an*[13579]").split("\r\n", -1);
        cursor = lines[2];
        for (int i = 5; i < lines.length; i += 2) {
          keys.add(lines[i]);
        }
      } while (!cursor.equals("0"));
      assertThat(keys).hasSize(500).doesNotHaveDuplicates();
    }
  }
}
