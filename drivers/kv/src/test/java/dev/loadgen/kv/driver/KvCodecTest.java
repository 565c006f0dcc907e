package dev.loadgen.kv.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.SettingsException;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.RunSummary;
import dev.loadgen.kv.codec.StructCodec;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.codec.User;
import dev.loadgen.kv.server.RedisPeer;
import dev.loadgen.kv.server.RunningServer;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreOptions;
import dev.loadgen.kv.store.StoreReader;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/// Loads of users.
class KvCodecTest {
  private static final String MIX = "READ=4,UPDATE=2,READ_MODIFY_WRITE=2,INSERT=1,SCAN=1";

  @TempDir Path directory;

  private static final OpenModel OPEN = new OpenModel(1000, 1, Optional.of(3), Optional.empty());

  private static RunPlan.Builder plan(Map<String, String> properties) {
    RunPlan.Builder plan = RunPlan.builder().harnessWarmup(false).property("recordcount", "300");
    properties.forEach(plan::property);
    return plan;
  }

  private static RunSummary run(RunPlan plan) throws Exception {
    return LoadGenerator.of(new KvProvider()).run(plan).summary();
  }

  private static void load(Map<String, String> properties) throws Exception {
    RunSummary loaded = run(plan(properties).build().withLoading(0));
    assertThat(loaded.findings()).contains("All 300 records are there.");
  }

  /// In the closed model, and in the open one, whose sessions are asynchronous where there are
  /// such.
  private static void use(Map<String, String> properties) throws Exception {
    RunPlan.Builder plan = plan(properties).mix(Mix.parse(MIX)).operations(2000).verify(true);
    isRight(run(plan.threads(3).build()));
    isRight(run(opened(plan.threads(1))));
  }

  private static void isRight(RunSummary used) {
    assertThat(used.errors()).isEmpty();
    assertThat(used.ledger().succeeded()).isEqualTo(2000);
    assertThat(used.all().outcomes()).containsOnlyKeys("OK");
    assertThat(used.findings())
        .anyMatch(finding -> finding.endsWith("gave the right values."))
        .noneMatch(finding -> finding.contains("could not be checked"));
  }

  private static Map<String, String> with(Map<String, String> properties, String codec) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("kv.codec", codec);
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"struct", "fory", "java"})
  void usersAreWrittenAndReadInTheProcess(String codec) throws Exception {
    Map<String, String> properties = with(embedded(), codec);
    load(properties);
    use(properties);
  }

  private Map<String, String> embedded() {
    return Map.of("kv.embedded", "true", "kv.dir", directory.resolve("store").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"struct", "fory", "java"})
  void usersAreWrittenAndReadOverTheNetwork(String codec) throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of())) {
      Map<String, String> properties = with(Map.of("kv.port", "" + server.port()), codec);
      load(properties);
      use(properties);
    }
  }

  @Test
  void aRealRedisKeepsUsersToo() throws Exception {
    try (RedisPeer redis = new RedisPeer()) {
      Map<String, String> properties = with(Map.of("kv.port", "" + redis.port()), "struct");
      load(properties);
      use(properties);
    }
  }

  /// The workload's own bytes, which pipelined sessions check themselves, too.
  @Test
  void whatPipelinedSessionsCheckIsCounted() throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of())) {
      Map<String, String> properties = Map.of("kv.port", "" + server.port());
      load(properties);
      assertThat(run(opened(reads(properties).verify(true))).findings())
          .contains("All 400 reads that were checked gave the right values.");
    }
  }

  /// Two records exchange their values: both are users, but not those.
  @Test
  void aUserOfAnotherIdIsAWrongValueWhetherOrNotItIsVerified() throws Exception {
    try (RedisPeer redis = new RedisPeer();
        Jedis jedis = new Jedis("127.0.0.1", redis.port())) {
      Map<String, String> properties = with(Map.of("kv.port", "" + redis.port()), "struct");
      load(properties);
      byte[][] keys = jedis.keys("*".getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
      byte[] first = jedis.get(keys[0]);
      for (byte[] key : keys) {
        jedis.set(key, first);
      }
      for (boolean open : new boolean[] {false, true}) {
        for (boolean verify : new boolean[] {false, true}) {
          RunPlan.Builder plan = reads(properties).verify(verify);
          RunSummary used = run(open ? opened(plan) : plan.build());
          assertThat(used.all().outcomes().get("WRONG_VALUE")).isGreaterThan(350);
          assertThat(used.problems().stream().anyMatch(p -> p.contains("gave other values")))
              .isEqualTo(verify);
          if (verify) {
            assertThat(used.findings())
                .anyMatch(finding -> finding.endsWith("they count as failures (WRONG_VALUE)."));
          }
        }
      }
    }
  }

  private static RunPlan.Builder reads(Map<String, String> properties) {
    return plan(properties).mix(Mix.parse("READ=1")).operations(400).maxErrors(Long.MAX_VALUE);
  }

  private static RunPlan opened(RunPlan.Builder plan) {
    return plan.open(OPEN).target(Rate.parse("10k")).build();
  }

  /// Only with --verify every field is compared.
  @Test
  void aUserWithAnotherNameIsFoundWhenItIsVerified() throws Exception {
    Map<String, String> properties = with(embedded(), "struct");
    load(properties);
    StructCodec codec = new StructCodec();
    Path files = directory.resolve("store");
    List<Map.Entry<byte[], byte[]>> renamed = new ArrayList<>();
    try (Store store = Store.open(StoreOptions.of(files));
        StoreReader reader = store.reader()) {
      reader.scan(
          0,
          1000,
          (memory, keyAt, keyLength, valueAt, valueLength) -> {
            try {
              User user = codec.decode(memory, valueAt, valueLength).toUser();
              int length = codec.encode(new User(user.id(), "Nobody", user.mail(), user.friends()));
              byte[] key = memory.asSlice(keyAt, keyLength).toArray(ValueLayout.JAVA_BYTE);
              renamed.add(Map.entry(key, Arrays.copyOf(codec.bytes(), length)));
            } catch (UndecodableException e) {
              throw new AssertionError(e);
            }
          });
      for (Map.Entry<byte[], byte[]> entry : renamed) {
        store.put(entry.getKey(), entry.getValue());
      }
    }
    assertThat(renamed).hasSize(300);
    assertThat(run(reads(properties).build()).all().outcomes()).containsOnlyKeys("OK");
    assertThat(run(reads(properties).verify(true).build()).all().outcomes())
        .containsOnlyKeys("WRONG_VALUE");
  }

  /// A store that was loaded with something else: each read fails by itself, and nothing else does.
  @ParameterizedTest
  @ValueSource(strings = {"struct", "fory", "java"})
  void whatIsNoUserFailsItsOperationAlone(String codec) throws Exception {
    try (RunningServer server = new RunningServer(directory, Map.of())) {
      Map<String, String> properties = Map.of("kv.port", "" + server.port());
      load(properties);
      RunPlan.Builder plan =
          reads(with(properties, codec)).mix(Mix.parse("READ=2,SCAN=1,READ_MODIFY_WRITE=1"));
      for (RunPlan each : new RunPlan[] {plan.build(), opened(plan)}) {
        RunSummary used = run(each);
        assertThat(used.ledger().failed()).isGreaterThan(200);
        assertThat(used.errors())
            .allSatisfy(error -> assertThat(error.className()).endsWith("UndecodableException"));
        assertThat(used.counters())
            .allSatisfy(counter -> {
              if (counter.name().equals("kv.reconnects")) {
                assertThat(counter.value()).isZero();
              }
            });
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsNoUserIsAWrongValueWhenItIsVerified(boolean overTheNetwork) throws Exception {
    try (RunningServer server = new RunningServer(directory.resolve("server"), Map.of())) {
      Map<String, String> properties =
          overTheNetwork ? Map.of("kv.port", "" + server.port()) : embedded();
      load(with(properties, "java"));
      RunPlan.Builder plan = reads(with(properties, "struct")).verify(true);
      for (RunPlan each : new RunPlan[] {plan.build(), opened(plan)}) {
        RunSummary used = run(each);
        assertThat(used.all().outcomes()).containsOnlyKeys("WRONG_VALUE");
        assertThat(used.problems()).anyMatch(p -> p.startsWith("400 reads gave other values"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fieldlength | 20 | fieldlength=20: has no meaning with kv.codec=fory, which stores users",
        "fieldcount | 10 | fieldcount=10: has no meaning with kv.codec=fory, which stores users",
        "minfieldlength | 5 | minfieldlength=5: has no meaning",
        "fieldlengthdistribution | zipfian | fieldlengthdistribution=zipfian: has no meaning",
        "fieldnameprefix | f | fieldnameprefix=f: has no meaning",
        "dataintegrity | true | dataintegrity=true: has no meaning",
        "readallfields | false | readallfields=false: has no meaning",
      })
  void whatSaysWhatValuesAreIsRefused(String name, String value, String message) {
    LoadGenerator generator = LoadGenerator.of(new KvProvider());
    Map<String, String> users = with(embedded(), "fory");
    assertThatThrownBy(() -> generator.check(plan(users).property(name, value).build()))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith(message);
    RunPlan raw = plan(embedded()).property(name, value).build();
    assertThat(generator.check(raw)).isNotEmpty();
  }

  @Test
  void aRecordingThatSaysHowLargeValuesAreIsRefused() throws Exception {
    Path file =
        Files.writeString(directory.resolve("r.csv"), "intended_ns,kind,size\n0,UPDATE,7\n");
    RunPlan plan = plan(with(embedded(), "java")).replay(new Replay(file, 1)).build();
    assertThatThrownBy(() -> LoadGenerator.of(new KvProvider()).check(plan))
        .isInstanceOf(PlanException.class)
        .hasMessage(
            "--replay "
                + file
                + ": says how large values are, which has no meaning with kv.codec=java, which"
                + " stores users");
  }

  @Test
  void whatIsTrueOfUsersAnywayIsNotRefused() {
    RunPlan plan =
        plan(with(embedded(), "java"))
            .property("readallfields", "true")
            .property("dataintegrity", "false")
            .build();
    LoadGenerator generator = LoadGenerator.of(new KvProvider());
    assertThat(generator.check(plan)).isNotEmpty();
    assertThat(generator.describe(plan).toString())
        .contains("kv.codec=java")
        .doesNotContain("fieldcount", "fieldlength");
  }

  @Test
  void anUnknownCodecIsRefused() {
    assertThatThrownBy(
            () -> LoadGenerator.of(new KvProvider()).check(plan(with(embedded(), "xml")).build()))
        .isInstanceOf(SettingsException.class)
        .hasMessage("kv.codec=xml: expected one of raw, struct, fory, java");
  }
}
