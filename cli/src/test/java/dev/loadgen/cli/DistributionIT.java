package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// The distribution as a user has it.
class DistributionIT {
  private static final Path HOME = Path.of(System.getProperty("loadgen.dist"));

  @TempDir Path directory;

  private record Ended(int exitCode, String out, String err) {}

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(HOME.resolve("bin/loadgen").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("LOADGEN_DRIVERS", "");
    return builder
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }

  private Ended end(Process process) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(
        process.exitValue(),
        Files.readString(directory.resolve("out")),
        Files.readString(directory.resolve("err")));
  }

  @Test
  void tellsItsVersionAndItsDrivers() throws Exception {
    assertThat(end(start("--version")).out()).startsWith("loadgen 0.1.0");
    assertThat(end(start("drivers")).out()).contains("mockdb").contains("noop");
    assertThat(end(start("drivers", "mockdb")).out())
        .contains("READ")
        .contains("mockdb.delay")
        .contains("default 1ms");
    assertThat(end(start("drivers", "mokdb")).err()).contains("did you mean mockdb?");
  }

  @Test
  void everyLinkInItsReadmeLeadsSomewhere() throws Exception {
    String readme = Files.readString(HOME.resolve("README.md"));
    List<String> links =
        Pattern.compile("\\]\\((?!https?:)([^)#]+)")
            .matcher(readme)
            .results()
            .map(m -> m.group(1))
            .toList();

    assertThat(links).isNotEmpty().allMatch(link -> Files.exists(HOME.resolve(link)));
    assertThat(readme).contains("bin/loadgen run").doesNotContain("./loadgen");
  }

  @Test
  void theLogAgreesWithTheSummaryFigureByFigure() throws Exception {
    Path results = directory.resolve("results");
    Ended ended =
        end(
            start(
                "run",
                "--target",
                "2000",
                "--threads",
                "4",
                "--duration",
                "2s",
                "--interval",
                "200ms",
                "--output",
                results.toString()));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Ledger    scheduled 4,000 = ");

    JsonNode summary = new ObjectMapper().readTree(results.resolve("summary.json").toFile());
    assertThat(summary.at("/ledger/balances").asBoolean()).isTrue();
    assertThat(summary.at("/ledger/scheduled").asLong()).isEqualTo(4000);
    agrees(results, summary.at("/all/response"));
    agrees(results, summary.at("/operations/0/service"), "-tag", "READ.service");
    agrees(results, summary.at("/operations/1/response"), "-tag", "UPDATE.response");

    Ended again = end(start("run", "--duration", "1s", "--output", results.toString()));
    assertThat(again.exitCode()).isEqualTo(Main.USAGE);
    assertThat(again.err()).contains("never overwritten");
  }

  private void agrees(Path results, JsonNode series, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-i", results.resolve("latency.hlog").toString(),
                "-o", directory.resolve("processed").toString(),
                "-outputValueUnitRatio", "1"));
    arguments.addAll(List.of(more));
    PrintStream before = System.out;
    try {
      System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
      HistogramLogProcessor processor = new HistogramLogProcessor(arguments.toArray(String[]::new));
      processor.start();
      processor.join();
    } finally {
      System.setOut(before);
    }
    List<String> lines = Files.readAllLines(directory.resolve("processed.hgrm"));
    // "       value     percentile totalCount 1/(1-percentile)": the value at each step.
    for (String line : lines) {
      String[] cells = line.strip().split("\\s+", -1);
      if (cells.length == 4 && cells[1].matches("0\\.5000.*|0\\.9000.*")) {
        String name = cells[1].startsWith("0.5") ? "p50_ns" : "p90_ns";
        assertThat(Double.parseDouble(cells[0])).isEqualTo(series.get(name).asDouble());
      }
    }
    String footer = String.join("\n", lines);
    assertThat(footer).contains("Total count    =");
    String max = footer.replaceAll("(?s).*#\\[Max     = *([0-9.]+),.*", "$1");
    String count = footer.replaceAll("(?s).*Total count    = *([0-9]+)\\].*", "$1");
    assertThat(Double.parseDouble(max)).isEqualTo(series.get("max_ns").asDouble());
    assertThat(Long.parseLong(count)).isEqualTo(series.get("count").asLong());
  }

  @Test
  void anInterruptWritesEverythingAndExitsWith130() throws Exception {
    Path results = directory.resolve("results");
    Process process =
        start(
            "run",
            "--target",
            "500",
            "--duration",
            "5m",
            "--interval",
            "100ms",
            "-o",
            results.toString());
    awaitIntervals(results.resolve("timeline.csv"), process);
    process.destroy(); // SIGTERM
    Ended ended = end(process);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    JsonNode summary = new ObjectMapper().readTree(results.resolve("summary.json").toFile());
    assertThat(summary.get("outcome").asString()).isEqualTo("interrupted");
    assertThat(summary.at("/ledger/balances").asBoolean()).isTrue();
  }

  @Test
  void aKilledRunLeavesAValidLog() throws Exception {
    Path results = directory.resolve("results");
    Process process =
        start("run", "--target", "500", "--interval", "100ms", "-o", results.toString());
    awaitIntervals(results.resolve("timeline.csv"), process);
    process.destroyForcibly();
    end(process);

    int intervals = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(results.resolve("latency.hlog").toFile())) {
      while (reader.hasNext()) {
        assertThat(reader.nextIntervalHistogram()).isNotNull();
        intervals++;
      }
    }
    assertThat(intervals).isGreaterThan(2);
  }

  private static void awaitIntervals(Path timeline, Process process) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(timeline) || Files.readAllLines(timeline).size() < 5) {
      assertThat(process.isAlive()).isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }
}
