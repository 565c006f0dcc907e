package dev.loadgen.kv.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.RunSummary;
import dev.loadgen.kv.server.RedisPeer;
import dev.loadgen.kv.server.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;

/// Whole loads, and connections that break.
class KvLoadTest {
  private static final OpenModel OPEN = new OpenModel(1000, 1, Optional.of(3), Optional.empty());

  @TempDir Path directory;

  private static RunPlan.Builder plan(Map<String, String> properties) {
    RunPlan.Builder plan =
        RunPlan.builder()
            .harnessWarmup(false)
            .threads(3)
            .property("recordcount", "300")
            .property("fieldcount", "3");
    properties.forEach((name, value) -> plan.property(name, value));
    return plan;
  }

  private static RunSummary loadAndUse(Map<String, String> properties) throws Exception {
    RunSummary loaded =
        LoadGenerator.of(new KvProvider()).run(plan(properties).build().withLoading(0)).summary();
    assertThat(loaded.findings()).contains("All 300 records are there.");
    return use(properties);
  }

  private static RunSummary run(RunPlan.Builder plan, boolean open) throws Exception {
    RunPlan all = open ? plan.threads(1).open(OPEN).build() : plan.build();
    return LoadGenerator.of(new KvProvider()).run(all).summary();
  }

  private static RunSummary use(Map<String, String> properties) throws Exception {
    return LoadGenerator.of(new KvProvider())
        .run(
            plan(properties)
                .mix(Mix.parse("READ=4,UPDATE=2,READ_MODIFY_WRITE=2,SCAN=1"))
                .operations(2000)
                .verify(true)
                .build())
        .summary();
  }

  private static void isRight(RunSummary used) {
    assertThat(used.ledger().succeeded()).isEqualTo(2000);
    assertThat(used.all().outcomes()).containsOnlyKeys("OK");
    assertThat(used.findings()).anyMatch(finding -> finding.endsWith("gave the right values."));
  }

  @Test
  void ourServerIsLoadedAndWhatIsReadIsRight() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of())) {
      isRight(loadAndUse(Map.of("kv.port", "" + server.port())));
    }
  }

  @Test
  void recordsThatAreGoneAreToldWhenItIsVerified() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of());
        Jedis jedis = new Jedis("127.0.0.1", server.port())) {
      Map<String, String> properties = Map.of("kv.port", "" + server.port());
      loadAndUse(properties);
      for (String key : jedis.scan("0", new ScanParams().count(10)).getResult()) {
        jedis.del(key);
      }
      assertThat(use(properties).findings())
          .anyMatch(
              finding -> finding.matches("WARNING: [0-9]+ of the READ.* found no record, .*"));
    }
  }

  @Test
  void soIsARealRedisAndAWrongValueIsAnErrorNotAFastSuccess() throws Exception {
    try (RedisPeer redis = new RedisPeer();
        Jedis jedis = new Jedis("127.0.0.1", redis.port())) {
      Map<String, String> properties = Map.of("kv.port", "" + redis.port());
      isRight(loadAndUse(properties));
      for (String key : jedis.keys("*")) {
        jedis.set(key, "wrong");
      }
      RunSummary used = use(properties);
      assertThat(used.all().outcomes()).containsKey("WRONG_VALUE");
      assertThat(used.ledger().failed()).isPositive();
    }
  }

  @Test
  void soIsAStoreInTheProcessAndItIsThereAfterwards() throws Exception {
    Map<String, String> properties =
        Map.of("kv.embedded", "true", "kv.dir", directory.resolve("store").toString());
    isRight(loadAndUse(properties));
    isRight(use(properties));
  }

  /// Operations are due while the server stands still, so some waited for nearly a whole pause: a
  /// lower bound, whatever the machine does. Most are served at once, which is what omission would
  /// show.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerThatFreezesIsSeenInResponseTimes(boolean open) throws Exception {
    Map<String, String> settings = Map.of("pauses", "200ms every 500ms");
    try (RunningServer server = new RunningServer(directory, settings)) {
      RunPlan.Builder plan =
          plan(Map.of("kv.port", "" + server.port()))
              .target(Rate.parse("500"))
              .duration(Duration.ofSeconds(2));
      RunSummary used = run(plan, open);
      assertThat(used.ledger().balances()).isTrue();
      assertThat(used.ledger().failed()).isZero();
      double pauseNs = 190_000_000;
      assertThat(used.all().response().max().value()).isGreaterThan(pauseNs);
      if (!open) { // pipelined operations are sent while the server stands still
        assertThat(used.all().response().percentile(75).value())
            .isGreaterThan(used.all().service().percentile(75).value());
      }
    }
  }

  /// The server goes, another one takes its connections and drops them with what they ask for, and
  /// the server comes back: what was asked for meanwhile failed, and nothing is mixed up
  /// afterwards.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectionsThatBreakUnderLoadCostWhatWasOnThem(boolean open) throws Exception {
    RunningServer server = new RunningServer(directory, Map.of());
    int port = server.port();
    Map<String, String> properties = Map.of("kv.port", "" + port);
    loadAndUse(properties);
    try (ExecutorService runner = Executors.newSingleThreadExecutor();
        Jedis watcher = new Jedis("127.0.0.1", port)) {
      long before = processed(watcher);
      RunPlan.Builder plan =
          plan(properties)
              .mix(Mix.parse("READ=4,UPDATE=2,READ_MODIFY_WRITE=2,SCAN=1"))
              .target(Rate.parse("5k"))
              .operations(10_000)
              .maxErrors(Long.MAX_VALUE)
              .verify(true);
      Future<RunSummary> running = runner.submit(() -> run(plan, open));
      while (processed(watcher) < before + 1000) {
        assertThat(running.isDone()).isFalse();
      }
      server.close();
      dropOne(port, running);
      server = new RunningServer(directory, Map.of("port", "" + port));
      RunSummary used = running.get();
      assertThat(used.ledger().balances()).isTrue();
      assertThat(used.ledger().failed()).isPositive();
      assertThat(used.ledger().succeeded() + used.ledger().failed()).isEqualTo(10_000);
      assertThat(used.all().outcomes().getOrDefault("WRONG_VALUE", 0L)).isZero();
      assertThat(used.findings()).anyMatch(finding -> finding.endsWith("gave the right values."));
      assertThat(used.errors())
          .allSatisfy(error ->
              assertThat(Class.forName(error.className())).isAssignableTo(IOException.class));
      assertThat(used.counters())
          .anySatisfy(counter -> {
            assertThat(counter.name()).isEqualTo("kv.reconnects");
            assertThat(counter.value()).isPositive();
          });
      assertThat(processed(server.port())).isGreaterThan(1000);
    } finally {
      server.close();
    }
  }

  private static long processed(int port) {
    try (Jedis jedis = new Jedis("127.0.0.1", port)) {
      return processed(jedis);
    }
  }

  private static long processed(Jedis jedis) {
    Matcher line = Pattern.compile("total_commands_processed:([0-9]+)").matcher(jedis.info());
    assertThat(line.find()).isTrue();
    return Long.parseLong(line.group(1));
  }

  /// Waits for a request on a new connection, and closes that and all that wait to be taken.
  private static void dropOne(int port, Future<RunSummary> running) throws Exception {
    try (ServerSocket listening = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      listening.setSoTimeout(1000);
      boolean asked = false;
      while (!asked) {
        try (Socket connection = listening.accept()) {
          asked = connection.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
          assertThat(running.isDone()).as(() -> "" + running.resultNow()).isFalse();
        }
      }
    }
  }

  @Test
  void settingsThatContradictOneAnotherAreRefused() {
    refused("kv.embedded=true needs -p kv.dir=DIR", Map.of("kv.embedded", "true"));
    refused("kv.dir belongs to kv.embedded=true", Map.of("kv.dir", "x"));
    refused(
        "kv.host has no meaning with kv.embedded=true",
        Map.of("kv.embedded", "true", "kv.host", "x"));
  }

  private static void refused(String sentence, Map<String, String> given) {
    assertThatThrownBy(() -> create(given, new OneSession()))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(sentence);
  }

  private static Driver create(Map<String, String> given, OneSession context) throws Exception {
    KvProvider provider = new KvProvider();
    return provider.create(Settings.of("kv", provider.properties(), given), context);
  }

  @Test
  void whatIsLostWithAConnectionFailsAndTheNextOneConnectsAgain() throws Exception {
    OneSession context = new OneSession();
    int port;
    RunningServer server = new RunningServer(directory, Map.of());
    port = server.port();
    Driver driver = create(Map.of("kv.port", "" + port), context);
    try (Session session = driver.open(0)) {
      assertThat(session.execute(OneSession.operation(KvOperations.READ)))
          .isEqualTo(Outcome.NOT_FOUND);
      server.close();
      assertThatThrownBy(() -> session.execute(OneSession.operation(KvOperations.READ)))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> session.execute(OneSession.operation(KvOperations.READ)))
          .isInstanceOf(IOException.class);
      try (RunningServer again = new RunningServer(directory, Map.of("port", "" + port))) {
        assertThat(again.port()).isEqualTo(port);
        assertThat(session.execute(OneSession.operation(KvOperations.READ)))
            .isEqualTo(Outcome.NOT_FOUND);
        assertThat(context.reconnects()).isEqualTo(1);
      }
    } finally {
      driver.close();
    }
  }
}
