package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is shown on stdout and stderr, through pipes and on a terminal.
class ProgressIT {
  private static final Pattern INTERVAL = Pattern.compile(" *[0-9.]+s (window|drain) .*");
  private static final String ESCAPE = "\u001b";
  private static final String CLEAR = "\r\u001b[K";

  @TempDir Path directory;

  private List<String> command(String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                LoadgenProcess.command(),
                "run",
                "--driver",
                "noop",
                "--target",
                "200",
                "--operations",
                "80",
                "--interval",
                "100ms",
                "--output",
                "out"));
    command.addAll(List.of(more));
    return command;
  }

  /// A row of the timeline is an interval.
  private int intervals() throws IOException {
    return Files.readAllLines(directory.resolve("out/timeline.csv")).size() - 1;
  }

  private static long intervalLines(String shown) {
    return shown.lines().filter(line -> INTERVAL.matcher(line).matches()).count();
  }

  @Test
  void throughAPipeThereIsALineForEachIntervalAndTheResultAlone() throws Exception {
    Ended ended = LoadgenProcess.start(directory, Map.of("TERM", "xterm"), command()).endWell();

    assertThat(intervals()).isGreaterThan(2);
    assertThat(ended.err()).doesNotContain(ESCAPE).doesNotContain("\r");
    assertThat(intervalLines(ended.err())).isEqualTo(intervals());
    assertThat(ended.err().lines().toList())
        .hasSize(intervals() + 1)
        .first()
        .asString()
        .startsWith("Driver noop: 200/s");
    assertThat(ended.out())
        .contains("Ledger    scheduled 80 = ", "Results in out")
        .doesNotContain(ESCAPE);
    assertThat(intervalLines(ended.out())).isZero();
  }

  @Test
  void quietSaysNothingOnStderrAndJsonPrintsTheSummaryAndNothingElse() throws Exception {
    Ended ended =
        LoadgenProcess.start(directory, Map.of("TERM", "xterm"), command("--quiet", "--json"))
            .endWell();

    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().strip())
        .isEqualTo(Files.readString(directory.resolve("out/summary.json")).strip());
    assertThat(Results.summary(directory.resolve("out")).at("/ledger/scheduled").asLong())
        .isEqualTo(80);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--quiet", "--json"})
  void aResultThatCannotBePrintedIsNoSuccess(String option) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "skipped: there is no /dev/full");
    String line = String.join(" ", command(option)) + " >/dev/full";
    Ended ended = LoadgenProcess.start(directory, Map.of(), List.of("sh", "-c", line)).end();

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("loadgen: the result could not be written");
    assertThat(Results.summary(directory.resolve("out")).get("outcome").asString())
        .isEqualTo("completed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drivers", "workload", "run --help", "--version"})
  void whatCannotBePrintedIsNoSuccess(String command) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "skipped: there is no /dev/full");
    String line = LoadgenProcess.command() + " " + command + " >/dev/full";
    Ended ended = LoadgenProcess.start(directory, Map.of(), List.of("sh", "-c", line)).end();

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("loadgen: standard output could not be written");
  }

  @Test
  void aReaderThatNeverReadsDoesNotHoldUpTheRun() throws Exception {
    // The shell's stderr is a pipe of 64 KiB that nobody reads until the run is over.
    String line =
        "mkfifo err; sleep 60 <err & reader=$!; "
            + String.join(" ", command("--interval", "10ms", "--duration", "10s"))
            + " --target 2k -n 12k 2>err; code=$?; kill $reader; exit $code";
    line = line.replace("--target 200 --operations 80 --interval 100ms ", "");
    Ended ended = LoadgenProcess.start(directory, Map.of(), List.of("sh", "-c", line)).end();

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Ledger    scheduled 12,000 = succeeded 12,000");
  }

  /// Runs it with a pseudo terminal as stdout and stderr.
  private String onTerminal(Map<String, String> environment) throws Exception {
    String script = OutsideProgram.find("script").toString();
    String line = command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    return LoadgenProcess.start(directory, environment, List.of(script, "-qec", line, "/dev/null"))
        .endWell()
        .out();
  }

  /// What a terminal's lines show at the end.
  private static List<String> screen(String written) {
    return Arrays.stream(written.split("\r\n", -1))
        .map(line -> line.substring(line.lastIndexOf(CLEAR) < 0 ? 0 : line.lastIndexOf(CLEAR)))
        .map(line -> line.replace(CLEAR, ""))
        .toList();
  }

  @Test
  void onATerminalOneLineIsWrittenOverAndIsGoneAtTheEnd() throws Exception {
    String written = onTerminal(Map.of("TERM", "xterm"));

    assertThat(intervals()).isGreaterThan(2);
    assertThat(Pattern.compile("[0-9]s (window|drain) ").matcher(written).results().count())
        .isEqualTo(intervals());
    assertThat(screen(written))
        .noneMatch(line -> INTERVAL.matcher(line).matches())
        .noneMatch(line -> line.contains(ESCAPE))
        .anyMatch(line -> line.startsWith("Driver noop: 200/s"))
        .anyMatch(line -> line.startsWith("Ledger    scheduled 80 = "));
  }

  @ParameterizedTest
  @CsvSource({"dumb, ''", "xterm, 1"})
  void aTerminalWithoutEscapeCodesIsTreatedAsAPipe(String term, String noColor) throws Exception {
    String written = onTerminal(Map.of("TERM", term, "NO_COLOR", noColor));

    assertThat(written).doesNotContain(ESCAPE);
    assertThat(intervalLines(written)).isEqualTo(intervals());
  }
}
