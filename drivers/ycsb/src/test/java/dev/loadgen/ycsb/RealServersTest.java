package dev.loadgen.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.RunSummary;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

/// Bindings on client libraries of years ago, against real servers: loaded, read, changed, and what
/// is read is what was written.
class RealServersTest {
  private static final Path LIBRARIES = Path.of("target/bindings");

  @TempDir Path directory;

  private static List<Path> libraries(String of) throws IOException {
    try (Stream<Path> jars = Files.list(LIBRARIES.resolve(of))) {
      return jars.sorted().toList();
    }
  }

  private RunPlan.Builder plan(String of, String name, String source) throws IOException {
    Path classes = BindingCompiler.compile(directory, name, source, libraries(of));
    return RunPlan.builder()
        .harnessWarmup(false)
        .threads(3)
        .property("ycsb.db", name)
        .property("ycsb.classpath", classes + File.pathSeparator + LIBRARIES.resolve(of) + "/*")
        .property("recordcount", "200")
        .property("fieldcount", "3");
  }

  private static void loadAndUse(RunPlan.Builder plan) throws Exception {
    RunSummary loaded =
        LoadGenerator.of(new YcsbProvider()).run(plan.build().withLoading(0)).summary();
    assertThat(loaded.findings()).contains("All 200 records are there.");

    RunSummary used =
        LoadGenerator.of(new YcsbProvider())
            .run(
                plan.mix(Mix.parse("READ=2,UPDATE=1,READ_MODIFY_WRITE=1"))
                    .operations(500)
                    .verify(true)
                    .build())
            .summary();
    assertThat(used.ledger().succeeded()).isEqualTo(500);
    assertThat(used.all().outcomes()).containsOnlyKeys("OK");
    assertThat(used.findings()).anyMatch(f -> f.endsWith("gave the right values."));
  }

  private static final String REDIS =
      """
      package site.ycsb.db;
      import java.util.*;
      import redis.clients.jedis.Jedis;
      import site.ycsb.*;
      public class OldRedis extends DB {
        private Jedis jedis;
        @Override public void init() {
          jedis = new Jedis("127.0.0.1", Integer.parseInt(getProperties().getProperty("redis.port")));
          jedis.connect();
        }
        @Override public void cleanup() { jedis.close(); }
        @Override public Status read(
            String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
          StringByteIterator.putAllAsByteIterators(result, jedis.hgetAll(key));
          return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
        }
        @Override public Status scan(
            String table, String key, int count, Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
          return Status.NOT_IMPLEMENTED;
        }
        @Override public Status update(
            String table, String key, Map<String, ByteIterator> values) {
          return jedis.hmset(key, StringByteIterator.getStringMap(values)).equals("OK")
              ? Status.OK : Status.ERROR;
        }
        @Override public Status insert(
            String table, String key, Map<String, ByteIterator> values) {
          return update(table, key, values);
        }
        @Override public Status delete(String table, String key) {
          return jedis.del(key) == 1 ? Status.OK : Status.NOT_FOUND;
        }
      }
      """;

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void redisThroughAnOldJedis() throws Exception {
    int port = freePort();
    RedisServer server =
        RedisServer.newRedisServer()
            .port(port)
            .setting("bind 127.0.0.1")
            .setting("save \"\"")
            .build();
    server.start();
    try {
      loadAndUse(plan("redis", "site.ycsb.db.OldRedis", REDIS).property("redis.port", "" + port));
    } finally {
      server.stop();
    }
  }

  private static final String JDBC =
      """
      package site.ycsb.db;
      import java.sql.*;
      import java.util.*;
      import site.ycsb.*;
      public class OldJdbc extends DB {
        private Connection connection;
        @Override public void init() throws DBException {
          try {
            Class.forName(getProperties().getProperty("db.driver"));
            connection = DriverManager.getConnection(
                getProperties().getProperty("db.url"), getProperties().getProperty("db.user"), "");
          } catch (ClassNotFoundException | SQLException e) {
            throw new DBException(e);
          }
        }
        @Override public void cleanup() throws DBException {
          try {
            connection.close();
          } catch (SQLException e) {
            throw new DBException(e);
          }
        }
        @Override public Status read(
            String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
          try (PreparedStatement statement = connection.prepareStatement(
              "select field0, field1, field2 from " + table + " where ycsb_key = ?")) {
            statement.setString(1, key);
            ResultSet rows = statement.executeQuery();
            if (!rows.next()) {
              return Status.NOT_FOUND;
            }
            for (int i = 0; i < 3; i++) {
              result.put("field" + i, new StringByteIterator(rows.getString(i + 1)));
            }
            return Status.OK;
          } catch (SQLException e) {
            return Status.ERROR;
          }
        }
        @Override public Status scan(
            String table, String key, int count, Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
          return Status.NOT_IMPLEMENTED;
        }
        @Override public Status update(
            String table, String key, Map<String, ByteIterator> values) {
          return write("update " + table + " set ", " where ycsb_key = ?", key, values);
        }
        @Override public Status insert(
            String table, String key, Map<String, ByteIterator> values) {
          try (PreparedStatement statement = connection.prepareStatement(
              "insert into " + table + " (ycsb_key) values (?)")) {
            statement.setString(1, key);
            statement.executeUpdate();
          } catch (SQLException e) {
            return Status.ERROR;
          }
          return update(table, key, values);
        }
        private Status write(
            String before, String after, String key, Map<String, ByteIterator> values) {
          StringJoiner columns = new StringJoiner(", ");
          values.keySet().forEach(name -> columns.add(name + " = ?"));
          try (PreparedStatement statement =
              connection.prepareStatement(before + columns + after)) {
            int at = 1;
            for (ByteIterator value : values.values()) {
              statement.setString(at++, value.toString());
            }
            statement.setString(at, key);
            return statement.executeUpdate() == 1 ? Status.OK : Status.NOT_FOUND;
          } catch (SQLException e) {
            return Status.ERROR;
          }
        }
        @Override public Status delete(String table, String key) {
          return Status.NOT_IMPLEMENTED;
        }
      }
      """;

  @Test
  void postgresqlThroughAnOldDriver() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      try (Connection connection = server.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "create table usertable (ycsb_key text primary key, field0 text, field1 text, field2 text)");
      }
      loadAndUse(
          plan("jdbc", "site.ycsb.db.OldJdbc", JDBC)
              .property("db.driver", "org.postgresql.Driver")
              .property("db.url", server.getJdbcUrl("postgres", "postgres"))
              .property("db.user", "postgres"));
      try (Connection connection = server.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement();
          ResultSet count = statement.executeQuery("select count(*) from usertable")) {
        assertThat(count.next()).isTrue();
        assertThat(count.getInt(1)).isEqualTo(200);
      }
    }
  }
}
