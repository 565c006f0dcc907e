package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// `run --slo` and `find`: exit codes and what is left behind. Limits lie so far apart from what a
/// machine can do that its speed decides nothing.
class ObjectivesIT {
  @TempDir Path directory;

  private LoadgenProcess start(String command, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(command, "--output", "out"));
    arguments.addAll(List.of(options));
    return LoadgenProcess.start(directory, arguments.toArray(String[]::new));
  }

  private Ended run(String... options) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("--driver", "noop", "--target", "500", "-d", "500ms"));
    arguments.addAll(List.of(options));
    return start("run", arguments.toArray(String[]::new)).end();
  }

  @Test
  void anObjectiveThatHoldsIsAGoodRun() throws Exception {
    Ended ended = run("--slo", "service.p99 < 1h", "--slo", "READ.errors <= 0%");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("Objective service.p99 < 1h: held, ", "Objective READ.errors <= 0%: held, 0%");
    JsonNode objectives = Results.summary(directory.resolve("out")).get("objectives");
    assertThat(objectives.get(0).get("objective").asString()).isEqualTo("service.p99 < 1h");
    assertThat(objectives.get(0).get("verdict").asString()).isEqualTo("held");
    assertThat(objectives.get(0).get("unit").asString()).isEqualTo("ns");
  }

  @Test
  void anObjectiveThatIsMissedExitsWith99AndEverythingIsWritten() throws Exception {
    Ended ended = run("--slo", "response.p99 < 1ns", "--slo", "errors < 1%");
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(99);
    assertThat(ended.out()).contains("Objective response.p99 < 1ns: MISSED, ");
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.get("outcome").asString()).isEqualTo("missed");
    assertThat(summary.get("objectives").get(0).get("verdict").asString()).isEqualTo("missed");
  }

  @Test
  void whatCanNoLongerBeMetEndsTheRun() throws Exception {
    Ended ended =
        start(
                "run",
                "--driver",
                "noop",
                "--target",
                "1000",
                "--duration",
                "1h",
                "--interval",
                "50ms",
                "--slo",
                "response.max < 1ns",
                "--abort-on-slo")
            .end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(99);
    assertThat(ended.out()).contains("ENDED EARLY, after ", "can no longer be met");
  }

  private void refused(String command, List<String> options, String sentence) throws Exception {
    Ended ended = start(command, options.toArray(String[]::new)).end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("loadgen: " + sentence);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void whatIsNoObjectiveIsRefusedBeforeTheLoad() throws Exception {
    refused(
        "run",
        List.of("--slo", "fast"),
        "--slo 'fast': expected an objective, as in 'response.p99");
    refused(
        "run",
        List.of("--slo", "response.p99 < 1s"),
        "--slo 'response.p99 < 1s': without --target there is no schedule");
    refused(
        "run",
        List.of("--slo", "RAED.errors < 1%"),
        "--slo 'RAED.errors < 1%': no RAED is sent: did you mean READ?");
    refused("run", List.of("--abort-on-slo", "--target", "9"), "--abort-on-slo: needs --slo");
    refused("find", List.of("--target", "1k..2k"), "find needs an objective: --slo");
    refused("find", List.of("--slo", "errors < 1%"), "find needs a range of rates: --target");
    refused(
        "find",
        List.of("--slo", "errors < 1%", "--target", "2k..1k"),
        "--target 2k..1k: expected a low rate and a higher one");
    refused(
        "find",
        List.of("--slo", "errors < 1%", "--target", "1k..2k", "--precision", "2"),
        "--precision 2: expected a percentage");
    refused(
        "find",
        List.of("--slo", "response.p99 < 1s", "--target", "1..2k", "-d", "10s"),
        "--slo 'response.p99 < 1s': takes 100 operations to tell");
  }

  // 1 thread and 20 ms for each operation: 50/s, whatever the machine.
  private static final List<String> SLOW =
      List.of(
          "--driver",
          "mockdb",
          "-p",
          "mockdb.mode=fixed",
          "-p",
          "mockdb.delay=20ms",
          "--no-harness-warmup",
          "--drain",
          "1s",
          "-d",
          "1s");

  private LoadgenProcess find(String target, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(SLOW);
    arguments.addAll(List.of("--target", target));
    arguments.addAll(List.of(more));
    return start("find", arguments.toArray(String[]::new));
  }

  private JsonNode found() throws Exception {
    return new ObjectMapper().readTree(Files.readString(directory.resolve("out/find.json")));
  }

  @Test
  void theLimitIsFoundAndTold() throws Exception {
    Ended ended =
        find("10..1k", "--slo", "response.p50 < 300ms", "--repeats", "1", "--precision", "50%")
            .end();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.err()).contains("Probe 1: 10/s", "held, response p99");
    assertThat(ended.out())
        .contains(
            "Objective response.p50 < 300ms",
            "Objective errors < 1% (unless --slo says otherwise)",
            "The highest rate that holds is ",
            "The backlog grew through the whole window from ",
            "Results in out");
    JsonNode found = found();
    assertThat(found.get("outcome").asString()).isEqualTo("found");
    assertThat(found.get("limit_per_s").asDouble()).isBetween(10.0, 80.0);
    assertThat(found.get("probes").get(0).get("directory").asString()).isEqualTo("probe-01-10");
    assertThat(directory.resolve("out/probe-01-10/summary.json")).exists();
  }

  @Test
  void evenTheLowestMayMissAndTheHighestHold() throws Exception {
    Ended ended = find("500..1k", "--slo", "response.p50 < 1ms", "--repeats", "1").end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(99);
    assertThat(ended.out()).contains("Even the lowest rate misses: 500/s did in 1 of 1 run");

    Ended highest =
        LoadgenProcess.start(
                directory,
                "find",
                "-o",
                "other",
                "--driver",
                "noop",
                "--target",
                "10..20",
                "-d",
                "1s",
                "--repeats",
                "1",
                "--slo",
                "response.p50 < 1h",
                "--json")
            .end();
    assertThat(highest.exitCode()).as(highest.err()).isZero();
    JsonNode json = new ObjectMapper().readTree(highest.out());
    assertThat(json.get("outcome").asString()).isEqualTo("highest-holds");
    assertThat(json.get("missed_per_s").isNull()).isTrue();
  }

  @Test
  void whatASignalBrokeOffIsGoneOnWith() throws Exception {
    List<String> slo = List.of("--slo", "response.p50 < 300ms", "--repeats", "1");
    LoadgenProcess search = find("10..1k", slo.toArray(String[]::new));
    search.awaitErr("Probe 2: ");
    search.terminate();
    Ended ended = search.end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    assertThat(ended.out()).contains("INTERRUPTED: this is what was found until then.");
    assertThat(found().get("outcome").asString()).isEqualTo("interrupted");
    String first = Files.readAllLines(directory.resolve("out/find.csv")).get(1);

    List<String> again = new ArrayList<>(List.of("find", "--resume", "out"));
    again.addAll(SLOW);
    again.addAll(List.of("--target", "10..1k", "--precision", "50%"));
    again.addAll(slo);
    Ended other =
        LoadgenProcess.start(directory, with(again, "--seed", "7").toArray(String[]::new)).end();
    assertThat(other.exitCode()).as(other.err()).isEqualTo(Main.USAGE);
    assertThat(other.err()).contains("that search was with seed=42, and this one is with seed=7");

    Ended whole = LoadgenProcess.start(directory, again.toArray(String[]::new)).end();
    assertThat(whole.exitCode()).as(whole.out() + whole.err()).isZero();
    assertThat(whole.err()).doesNotContain("Probe 1: ").contains("Probe 2: ");
    assertThat(Files.readAllLines(directory.resolve("out/find.csv"))).contains(first);
    assertThat(found().get("outcome").asString()).isEqualTo("found");
  }

  private static List<String> with(List<String> arguments, String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return all;
  }
}
