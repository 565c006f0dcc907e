package dev.loadgen.benchmarks.openmodel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What one run of loadgen's distribution left behind.
///
/// @param summary its `summary.json`
/// @param timeline its `timeline.csv`, a list for each line
record Run(JsonNode summary, List<List<String>> timeline) {
  /// Runs the command as its users do.
  ///
  /// @param home of the distribution
  /// @param javaOptions for the command's Java
  static Run of(Path home, String javaOptions, List<String> options)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("open-model");
    Path results = directory.resolve("results");
    Path told = directory.resolve("told");
    List<String> command =
        new ArrayList<>(
            List.of(
                home.resolve("bin/loadgen").toString(), "run", "--quiet", "--output=" + results));
    command.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(told.toFile()).environment().put("LOADGEN_JAVA_OPTS", javaOptions);
    int exitCode = builder.start().waitFor();
    if (exitCode != 0) {
      throw new IOException(
          String.join(" ", command) + " exited with " + exitCode + "\n" + Files.readString(told));
    }
    List<List<String>> timeline =
        Files.readAllLines(results.resolve("timeline.csv"), StandardCharsets.UTF_8).stream()
            .map(line -> Arrays.asList(line.split(",", -1)))
            .toList();
    return new Run(new ObjectMapper().readTree(results.resolve("summary.json").toFile()), timeline);
  }

  /// A figure of all operations together, ms: `figure("lag", "p50")`.
  double ms(String series, String figure) {
    return summary.get("all").get(series).get(figure + "_ns").asDouble() / 1e6;
  }

  /// Operations that completed within the window, per second.
  double achieved() {
    return summary.get("all").get("achieved_per_second").asDouble();
  }

  /// Achieved by asked for.
  double achievedShare() {
    return achieved() / summary.get("plan").get("target_per_second").asDouble();
  }

  /// What was due in the window, per second.
  double offered() {
    return summary.get("offered_per_second").asDouble();
  }

  /// Operations that did not succeed, whatever became of them; −1 if the books do not balance.
  double lost() {
    JsonNode ledger = summary.get("ledger");
    return ledger.get("balances").asBoolean()
        ? ledger.get("scheduled").asDouble() - ledger.get("succeeded").asDouble()
        : -1;
  }

  /// The most operations in flight at the end of an interval.
  double inFlight() {
    int column = timeline.getFirst().indexOf("in_flight");
    return timeline.stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.get(column)))
        .max()
        .orElse(0);
  }

  /// The heap that the run's Java was allowed, MiB.
  double heapMiB() {
    return summary.get("environment").get("max_heap_bytes").asDouble() / (1 << 20);
  }
}
