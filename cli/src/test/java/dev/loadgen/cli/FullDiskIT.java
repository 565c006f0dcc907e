package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A disk that takes no more: the shell limits how large a file may grow, and the log outgrows it.
class FullDiskIT {
  @TempDir Path directory;

  /// @param limit in the shell's blocks, of 512 or 1024 bytes
  private Ended run(int limit, String options) throws Exception {
    String run = LoadgenProcess.command() + " run " + options;
    return LoadgenProcess.start(
            directory, Map.of(), List.of("sh", "-c", "ulimit -f " + limit + "; exec " + run))
        .end();
  }

  private static void saysOnce(Ended ended, String problem) {
    assertThat(ended.err()).doesNotContain("\tat ");
    assertThat(ended.err().lines().filter(line -> line.startsWith("loadgen: cannot write ")))
        .singleElement()
        .asString()
        .startsWith(problem);
  }

  @Test
  void aDiskThatIsFullInMidRunIsToldAtOnceAndTheRunGoesOnToItsEnd() throws Exception {
    Path results = directory.resolve("results");
    // More than a summary or a timeline, and a small part of the log.
    int limit = 40;
    Ended ended =
        run(
            limit,
            "--target 2000 --threads 4 --operations 3000 --interval 15ms --output " + results);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    String problem = "loadgen: cannot write " + results.resolve("latency.hlog") + ": ";
    saysOnce(ended, problem);
    List<String> said = ended.err().lines().toList();
    int at = said.indexOf(said.stream().filter(l -> l.startsWith(problem)).findAny().orElseThrow());
    // At once: intervals were shown before, and the run goes on after it.
    assertThat(said.subList(0, at)).anyMatch(line -> line.contains(" window "));
    assertThat(said.subList(at + 1, said.size())).anyMatch(line -> line.contains(" window "));

    assertThat(ended.out()).contains("Ledger    scheduled 3,000 = ", "PROBLEM: cannot write ");
    JsonNode summary = Results.summary(results);
    assertThat(summary.at("/ledger/scheduled").asLong()).isEqualTo(3000);
    assertThat(summary.get("outcome").asString()).isEqualTo("failed");
    assertThat(summary.at("/problems/0").asString()).contains("latency.hlog");
    assertThat(Results.untaggedCount(results.resolve("latency.hlog"))).isBetween(1L, 2999L);
  }

  @Test
  void aSummaryThatDoesNotFitIsStillPrintedAndNoHalfOfItIsLeft() throws Exception {
    Path results = directory.resolve("results");
    // More than the log and the timeline of one interval.
    Ended ended = run(2, "--driver noop --operations 10 --output " + results);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    saysOnce(ended, "loadgen: cannot write " + results.resolve("summary.json") + ": ");
    assertThat(ended.out()).contains("Ledger    begun 10 = ");
    assertThat(results.resolve("latency.hlog")).exists();
    assertThat(results.resolve("summary.json")).doesNotExist();
  }
}
