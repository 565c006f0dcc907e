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
  /// In the shell's blocks of 512 or 1024 bytes: more than a summary or a timeline, and a small
  /// part of the log.
  private static final int LIMIT = 40;

  @TempDir Path directory;

  @Test
  void aDiskThatIsFullInMidRunIsToldAtOnceAndTheRunGoesOnToItsEnd() throws Exception {
    Path results = directory.resolve("results");
    String run =
        "run --target 2000 --threads 4 --operations 3000 --interval 15ms --output " + results;
    Ended ended =
        LoadgenProcess.start(
                directory,
                Map.of(),
                List.of(
                    "sh",
                    "-c",
                    "ulimit -f " + LIMIT + "; exec " + LoadgenProcess.command() + " " + run))
            .end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    List<String> said = ended.err().lines().toList();
    String problem = "loadgen: cannot write " + results.resolve("latency.hlog") + ": ";
    assertThat(said.stream().filter(line -> line.startsWith("loadgen: cannot write ")))
        .singleElement()
        .asString()
        .startsWith(problem);
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
}
