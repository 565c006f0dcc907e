package dev.loadgen.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/// A binding that keeps rows in memory, loaded and used by the engine.
class YcsbDriverTest {
  @BeforeEach
  void empty() {
    MapBinding.ROWS.clear();
    MapBinding.SEEN.clear();
  }

  private static RunPlan.Builder plan() {
    return RunPlan.builder()
        .harnessWarmup(false)
        .threads(2)
        .property("ycsb.db", MapBinding.class.getName())
        .property("recordcount", "50")
        .property("map.colour", "blue");
  }

  private static RunSummary run(RunPlan plan) throws RunFailedException {
    return LoadGenerator.of(new YcsbProvider()).run(plan).summary();
  }

  @Test
  void whatIsLoadedIsReadScannedChangedAndFoundRight() throws Exception {
    RunSummary loaded = run(plan().loading(0).property("dataintegrity", "true").build());
    assertThat(loaded.findings()).contains("All 50 records are there.");
    assertThat(MapBinding.ROWS).hasSize(50);
    assertThat(MapBinding.ROWS.firstEntry().getValue())
        .containsOnlyKeys(
            "field0", "field1", "field2", "field3", "field4", "field5", "field6", "field7",
            "field8", "field9");
    // YCSB's own formula for values that can be checked begins with the key and the field.
    MapBinding.ROWS.forEach((key, row) ->
        row.forEach((name, value) ->
            assertThat(value).startsWith(key.replace("usertable/", "") + ":" + name).hasSize(100)));

    RunSummary used =
        run(
            plan()
                .property("dataintegrity", "true")
                .mix(Mix.parse("READ=2,UPDATE=1,SCAN=1,READ_MODIFY_WRITE=1,INSERT=1"))
                .operations(600)
                .verify(true)
                .build());
    assertThat(used.ledger().succeeded()).isEqualTo(600);
    assertThat(used.operations())
        .extracting(OperationSummary::name)
        .containsExactly("READ", "UPDATE", "INSERT", "SCAN", "READ_MODIFY_WRITE");
    assertThat(used.findings())
        .anyMatch(f -> f.matches("All [0-9]+ reads that were checked gave the right values\\."));
    assertThat(MapBinding.ROWS.size()).isGreaterThan(50);
  }

  @Test
  void rowsThatMissFieldsOrAllOfThemAreWrong() throws Exception {
    run(plan().loading(0).build());
    MapBinding.ROWS.values().forEach(row -> row.remove("field3"));
    RunPlan reads = plan().mix(Mix.parse("READ=1")).operations(50).verify(true).build();
    assertThat(run(reads).all().outcomes()).isEqualTo(Map.of("WRONG_VALUE", 50L));
    MapBinding.ROWS.values().forEach(Map::clear);
    assertThat(run(reads).all().outcomes()).isEqualTo(Map.of("WRONG_VALUE", 50L));
  }

  @Test
  void updatesWriteOtherValuesThanThereAre() throws Exception {
    run(plan().loading(0).build());
    Map<String, Map<String, String>> before = new TreeMap<>();
    MapBinding.ROWS.forEach((key, row) -> before.put(key, Map.copyOf(row)));
    run(plan().mix(Mix.parse("UPDATE=1")).operations(20).build());
    long changed =
        MapBinding.ROWS.entrySet().stream()
            .filter(row -> !row.getValue().equals(before.get(row.getKey())))
            .count();
    assertThat(changed).isBetween(10L, 20L);
  }

  @Test
  void theBindingGetsItsPropertiesAndThoseOfTheWorkload() throws Exception {
    run(plan().operations(1).property("ycsb.table", "mine").build());
    assertThat(MapBinding.SEEN)
        .containsAllEntriesOf(
            Map.of(
                "map.colour", "blue",
                "recordcount", "50",
                "threadcount", "2",
                "table", "mine",
                "db", MapBinding.class.getName()));
    MapBinding.SEEN.clear();
    run(plan().operations(1).property("table", "theirs").build());
    assertThat(MapBinding.SEEN).containsEntry("table", "theirs");
  }

  @Test
  void statusCodesAreOutcomes() throws Exception {
    RunSummary summary =
        run(plan().mix(Mix.parse("READ=1,UPDATE=1,SCAN=1")).operations(300).build());
    Map<String, Long> outcomes = summary.all().outcomes();
    assertThat(outcomes).containsOnlyKeys("NOT_FOUND", "ERROR", "NO_ROWS");
    assertThat(summary.ledger().succeeded()).isEqualTo(outcomes.get("NOT_FOUND"));
    assertThat(Outcomes.of(Status.BATCHED_OK).isSuccess()).isTrue();
    assertThat(Outcomes.of(new Status("7-odd", "x")).name()).isEqualTo("STATUS_7_ODD");
    assertThatThrownBy(() -> Outcomes.of(null)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatInitThrowsStopsTheStart() {
    assertThatThrownBy(() -> run(plan().operations(1).property("map.fail", "db7").build()))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("DBException: no such host: db7");
  }

  @Test
  void whatABindingPrintsIsKeptOffStdout() throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    PrintStream own = System.out;
    try {
      run(plan().operations(1).build());
      assertThat(System.out).isSameAs(own);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(printed.size()).isZero();
    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("ycsb binding: map binding is ready" + System.lineSeparator())
        .contains("ycsb binding: (1 lines more, the same as some above)");
  }
}
