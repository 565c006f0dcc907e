package dev.loadgen.engine.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.Spi;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RateProfile;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.WrittenSchedule;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Recordings, from file to driver, on the virtual clock.
class ReplayTest {
  private static final long START_NS = 1_000;

  @TempDir Path directory;

  private final VirtualClock clock = new VirtualClock(START_NS, 0);
  private final Noting driver = new Noting();
  private Step atFirst; // what the first operation does
  private boolean slow; // every operation takes 2 ms

  private interface Step {
    void run() throws Exception;
  }

  /// Notes what reaches it, and when.
  private final class Noting implements DriverProvider {
    private final List<OperationKind> kinds =
        List.of(
            OperationKind.of("READ", "reads", 1, Need.KEY),
            OperationKind.of("PUT", "writes", 1, Need.KEY, Need.VALUE),
            OperationKind.of("FIELDS", "writes", 0, Need.KEY, Need.FIELD_VALUES));
    final List<String> seen = new ArrayList<>();
    final List<Long> atNs = new ArrayList<>();

    @Override
    public int spiVersion() {
      return Spi.VERSION;
    }

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public String summary() {
      return "notes";
    }

    @Override
    public List<Property<?>> properties() {
      return List.of();
    }

    @Override
    public List<OperationKind> operations(Settings settings) {
      return kinds;
    }

    @Override
    public Driver create(Settings settings, DriverContext context) {
      return index ->
          operation -> {
            String size =
                switch (operation.kind().name()) {
                  case "PUT" -> " " + operation.value().remaining();
                  case "FIELDS" -> {
                    int sum = 0;
                    for (int i = 0; i < operation.fields(); i++) {
                      sum += operation.fieldValue(i).remaining();
                    }
                    yield " " + sum;
                  }
                  default -> "";
                };
            String key = StandardCharsets.UTF_8.decode(operation.key().duplicate()).toString();
            seen.add(operation.kind() + " " + key + size);
            atNs.add(clock.nanoTime());
            if (seen.size() == 1 && atFirst != null) {
              atFirst.run();
            }
            long untilNs = clock.nanoTime() + (slow ? 2_000_000 : 0);
            while (clock.nanoTime() < untilNs) {
              clock.parkUntil(untilNs);
            }
            return Outcome.OK;
          };
    }
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("recording.csv"), text);
  }

  private static RunPlan.Builder plan(Path file, double speed) {
    return RunPlan.builder()
        .replay(new Replay(file, speed))
        .open(new OpenModel(1000, 1, Optional.empty(), Optional.empty()));
  }

  private RunSummary run(RunPlan.Builder plan) throws Exception {
    return LoadGenerator.on(clock, driver).run(plan.build()).summary();
  }

  private WrittenSchedule write(RunPlan plan, int part, int parts, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      return LoadGenerator.on(clock, driver).writeSchedule(plan, part, parts, out);
    }
  }

  private List<Long> distancesNs() {
    return driver.atNs.stream().map(ns -> ns - driver.atNs.getFirst()).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "time_s, 1700000000.5, 1700000000.500000250, 1700000001.5",
    "timestamp_ns, 77, 327, 1000000077",
    "intended_s, 0, 2.5e-7, 1",
  })
  void timesAreSentAsTheyWereRecorded(String column, String a, String b, String c)
      throws Exception {
    RunSummary summary = run(plan(file(column + "\n" + a + "\n" + b + "\n" + c + "\n"), 1));
    assertThat(summary.ledger()).isEqualTo(new Ledger(3, 3, 0, 0, 0, 0));
    assertThat(distancesNs()).containsExactly(0L, 250L, 1_000_000_000L);
    assertThat(summary.windowNs()).isEqualTo(1_500_000_001L); // and the mean distance
  }

  @Test
  void speedHastensThem() throws Exception {
    run(plan(file("intended_ns\n0\n1000\n3000\n"), 2));
    assertThat(distancesNs()).containsExactly(0L, 500L, 1500L);
  }

  @Test
  void whatTheRecordingSaysReachesTheDriver() throws Exception {
    RunSummary summary =
        run(
            plan(
                    file(
                        """
                        size,note,intended_ns,kind,key
                        ,,10,read,7
                        12,x,20,PUT,"a,b"
                        # a comment
                        0,,30,put,ключ
                        23,,40,fields,user1
                        ,,40,READ,
                        """),
                    1)
                .property("insertorder", "ordered"));
    assertThat(summary.ledger().succeeded()).isEqualTo(5);
    assertThat(driver.seen.subList(0, 4))
        .containsExactly("READ user7", "PUT a,b 12", "PUT ключ 0", "FIELDS user1 23");
    assertThat(driver.seen.get(4)).startsWith("READ user");
    assertThat(distancesNs()).containsExactly(0L, 10L, 20L, 30L, 30L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"constant", "poisson", "burst:7"})
  void aScheduleThatIsWrittenAndReplayedIsTheSame(String arrivals) throws Exception {
    RunPlan original =
        RunPlan.builder()
            .target(RateProfile.parse("100 for 1s, ramp 100..500 over 1s"))
            .arrivals(Arrivals.parse(arrivals))
            .open(new OpenModel(1000, 1, Optional.empty(), Optional.empty()))
            .build();
    Path file = directory.resolve("schedule.csv");
    WrittenSchedule written = write(original, 0, 1, file);
    Noting first = new Noting();
    LoadGenerator.on(clock, first).run(original);
    run(plan(file, 1));

    assertThat(written.operations()).isEqualTo(first.seen.size()).isGreaterThan(300);
    assertThat(driver.seen).isEqualTo(first.seen);
    assertThat(distancesNs())
        .isEqualTo(first.atNs.stream().map(ns -> ns - first.atNs.getFirst()).toList());
    // Written again from the recording it has the same hash.
    Path again = directory.resolve("again.csv");
    assertThat(write(plan(file, 1).build(), 0, 1, again).hash()).isEqualTo(written.hash());
  }

  @Test
  void aRecordingThatIsWrittenAgainSaysTheSameOfKeysAndSizes() throws Exception {
    Path file = file("intended_ns,kind,key,size\n0,PUT,7,12\n5,PUT,user1,0\n9,READ,a,\n");
    Path again = directory.resolve("again.csv");
    WrittenSchedule written = write(plan(file, 1).build(), 0, 1, again);
    assertThat(rows(again)).containsExactly("0,PUT,7,12", "5,PUT,user1,0", "9,READ,a,");
    run(plan(again, 1));
    assertThat(driver.seen).hasSize(3).contains("PUT user1 0", "READ a");
    Path third = directory.resolve("third.csv");
    assertThat(write(plan(again, 1).build(), 0, 1, third).hash()).isEqualTo(written.hash());
  }

  @Test
  void partsTogetherAreTheWhole() throws Exception {
    RunPlan plan =
        RunPlan.builder()
            .target(RateProfile.parse("1000"))
            .threads(3)
            .duration(Duration.ofSeconds(1))
            .build();
    Path whole = directory.resolve("whole.csv");
    write(plan, 0, 1, whole);
    List<String> parts = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      Path file = directory.resolve("part" + part);
      write(plan, part, 3, file);
      parts.addAll(rows(file));
    }
    assertThat(parts).containsExactlyInAnyOrderElementsOf(rows(whole)).hasSize(1000);
  }

  private static List<String> rows(Path file) throws IOException {
    return Files.readAllLines(file).stream().skip(1).filter(line -> !line.startsWith("#")).toList();
  }

  @Test
  void aWarmUpIsTheFirstPartOfTheRecording() throws Exception {
    RunSummary summary =
        run(plan(file("intended_s\n0\n0.1\n0.2\n0.3\n0.4\n"), 1).warmup(Duration.ofMillis(150)));
    assertThat(summary.warmupLedger()).isEqualTo(new Ledger(2, 2, 0, 0, 0, 0));
    assertThat(summary.ledger()).isEqualTo(new Ledger(3, 3, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | is empty",
        "'intended_ns\n' | has a header and no rows",
        "'when\n1\n' | line 1: expected a header with one column of times",
        "'time_s,time_ns\n1,1\n' | line 1: expected a header with one column of times",
        "'time_s\n1\n2\n1.5\n' | line 4: its time is 500000000 ns before that of the row before",
        "'time_s\n-1\n' | line 2: time_s is -1: expected 0 or more",
        "'time_s\n1e99\n' | line 2: time_s is 1e99: expected 0 or more",
        "'time_s\nNaN\n' | line 2: time_s is 'NaN': expected a number",
        "'time_s,kind,Kind\n1,READ,PUT\n' | line 1: has more than one column 'kind'",
        "'time_s,kind\n1\n' | after line 1: Record 2 has 1 fields",
        "'time_s,kind\n1,NOPE\n' | operations of the kind NOPE, and the driver has only READ, PUT",
        "'time_s,size\n1,-4\n' | line 2: size is '-4': expected 0 to",
        "'time_s\n1\n#sha256 0000000000000000000000000000000000000000000000000000000000000000\n' |"
            + " rows were lost or changed; if on purpose, delete that line",
      })
  void whatIsWrongIsNamedWithItsLine(String text, String message) throws Exception {
    Path file = file(text);
    assertThatThrownBy(() -> run(plan(file, 1)))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith("--replay " + file)
        .hasMessageContaining(message);
    assertThat(driver.seen).isEmpty();
  }

  @Test
  void anObjectiveOfARecordingCanBeLostEarly() throws Exception {
    StringBuilder text = new StringBuilder("intended_s\n");
    for (int i = 0; i < 1000; i++) {
      text.append(i / 100.0).append('\n');
    }
    RunSummary summary =
        run(
            plan(file(text.toString()), 1)
                .objective(Objective.parse("response.max < 1ms"))
                .interval(Duration.ofSeconds(1))
                .abortOnMiss(true));
    assertThat(summary.ledger().scheduled()).isEqualTo(1000);
    slow = true;
    summary =
        run(
            plan(file(text.toString()), 1)
                .objective(Objective.parse("response.max < 1ms"))
                .interval(Duration.ofSeconds(1))
                .abortOnMiss(true));
    assertThat(summary.outcome()).isEqualTo("missed");
    assertThat(summary.windowNs()).isEqualTo(1_000_000_000L);
    assertThat(summary.ledger().balances()).isTrue();
  }

  @Test
  void aMarkOfTheByteOrderIsNotPartOfTheHeader() throws Exception {
    assertThat(run(plan(file("\ufeffintended_ns,kind\n0,READ\n9,PUT\n"), 1)).ledger().succeeded())
        .isEqualTo(2);
    assertThat(driver.seen.get(1)).startsWith("PUT ");
  }

  @Test
  @Timeout(20)
  void numbersThatWouldTakeForEverToReadAreRefused() throws Exception {
    Path file = file("time_s\n0." + "1".repeat(3_000_000) + "\n");
    assertThatThrownBy(() -> run(plan(file, 1)))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("line 2: time_s is '0.1111")
        .hasMessageEndingWith("…': expected a number");
  }

  @Test
  @Timeout(20)
  void aPipeIsRefusedSinceItCanBeReadOnlyOnce() throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    assertThatThrownBy(() -> run(plan(pipe, 1)))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("is no regular file, and it is read more than once");
  }

  private static String rows(int count) {
    StringBuilder text = new StringBuilder("intended_ns,kind\n");
    for (int i = 0; i < count; i++) {
      text.append(i * 1_000_000L).append(",READ\n");
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "intended_ns,kind\n0,READ\n", "\u0000\n\n,,,,,"})
  void aRecordingThatIsWrittenOverMeanwhileIsNoBugOfOurs(String text) throws Exception {
    Path file = file(rows(50_000));
    atFirst = () -> Files.writeString(file, text);
    assertThatThrownBy(() -> run(plan(file, 1)))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("was changed while it was read");
  }

  @Test
  void aRecordingThatIsRemovedOrReplacedMeanwhileIsReplayedToItsEnd() throws Exception {
    Path file = file(rows(20_000));
    atFirst = () -> Files.delete(file);
    assertThat(run(plan(file, 1)).ledger().succeeded()).isEqualTo(20_000);

    file(rows(20_000));
    driver.seen.clear();
    atFirst =
        () -> {
          Path other = Files.writeString(directory.resolve("other"), "other");
          Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        };
    assertThat(run(plan(file, 1)).ledger().succeeded()).isEqualTo(20_000);
  }

  @Test
  void aReplayOfSoManyOperationsIsAsLongAsTheyAre() throws Exception {
    RunSummary summary =
        run(plan(file(rows(1000)), 1).warmup(Duration.ofMillis(10)).operations(90));
    assertThat(summary.ledger()).isEqualTo(new Ledger(90, 90, 0, 0, 0, 0));
    assertThat(summary.windowNs()).isEqualTo(89_000_001L);
    assertThat(summary.all().achievedPerSecond()).isCloseTo(1011.2, within(0.1));
  }

  @Test
  void zippedRecordingsAreReadAndHalfOnesRefused() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream zip = new GZIPOutputStream(bytes)) {
      StringBuilder text = new StringBuilder("intended_ns\n");
      for (int i = 0; i < 5000; i++) {
        text.append(i * 1000L).append('\n');
      }
      zip.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    Path file = directory.resolve("recording.gz");
    Files.write(file, bytes.toByteArray());
    assertThat(run(plan(file, 1)).ledger().succeeded()).isEqualTo(5000);

    Files.write(file, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
    assertThatThrownBy(() -> run(plan(file, 1))).hasMessageContaining("it is not whole");
  }

  @Test
  void aRecordingThatIsShorterThanTheWarmUpIsRefused() throws Exception {
    Path file = file("intended_s\n0\n0.1\n");
    assertThatThrownBy(() -> run(plan(file, 1).warmup(Duration.ofSeconds(1))))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no longer than --warmup 1s");
  }
}
