package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import dev.loadgen.cli.bundles.BundleWriter;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Signals to a run whose system does not answer.
class InterruptIT {
  @TempDir Path directory;

  @Test
  void theSecondSignalSkipsTheDrainAndEverythingIsWritten() throws Exception {
    // Every operation takes an hour, and so would the drain.
    LoadgenProcess run =
        LoadgenProcess.start(
            directory,
            "run",
            "--target",
            "100",
            "--threads",
            "2",
            "--duration",
            "1h",
            "--drain",
            "1h",
            "--interval",
            "50ms",
            "--output",
            "out",
            "-p",
            "mockdb.mode=fixed",
            "-p",
            "mockdb.delay=1h");
    run.awaitErr(" window .*\\R");
    run.terminate();
    run.awaitErr(" drain .*\\R");
    run.terminate();
    Ended ended = run.end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.get("outcome").asString()).isEqualTo("interrupted");
    assertThat(summary.at("/ledger/succeeded").asLong()).isZero();
    assertThat(summary.at("/ledger/in_flight").asLong()).isEqualTo(2);
    assertThat(summary.at("/ledger/never_sent").asLong()).isPositive();
    // The censored are in the log, so a log whose end is missing would hold less.
    assertThat(Results.untaggedCount(directory.resolve("out/latency.hlog")))
        .isEqualTo(summary.at("/ledger/scheduled").asLong());
    assertThat(ended.out()).contains("in flight 2", "≥");
    // In an interval in which nothing completed there are no latencies to show, not even of 0.
    assertThat(ended.err()).contains("service p50 - p99 - max -").doesNotContain(" 0 ns");
  }

  @Test
  void aDriverThatCannotBeInterruptedIsLeftBehind() throws Exception {
    String create =
        """
        return index -> operation -> {
          while (true) {
            java.util.concurrent.locks.LockSupport.park();
            Thread.interrupted();
          }
        };
        """;
    Path jar =
        new BundleWriter(directory)
            .workingDriver("deaf", "", create)
            .write(directory.resolve("deaf.jar"));
    LoadgenProcess run =
        LoadgenProcess.start(
            directory,
            "run",
            "--driver-jar",
            jar.toString(),
            "--driver",
            "deaf",
            "--target",
            "100",
            "--duration",
            "1h",
            "--drain",
            "0",
            "--interval",
            "50ms",
            "--output",
            "out");
    run.awaitErr(" window .*\\R");
    run.terminate();
    Ended ended = run.end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    assertThat(ended.err()).contains("1 of 1 workers hang in the driver and were abandoned");
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.at("/ledger/in_flight").asLong()).isEqualTo(1);
    assertThat(Results.untaggedCount(directory.resolve("out/latency.hlog")))
        .isEqualTo(summary.at("/ledger/scheduled").asLong());
  }

  @Test
  void aSignalBeforeTheLoadBeginsLeavesNothingBehind() throws Exception {
    String create =
        """
        return index -> {
          System.err.println("opening");
          new java.util.concurrent.CountDownLatch(1).await();
          return null;
        };
        """;
    Path jar =
        new BundleWriter(directory)
            .workingDriver("slow", "", create)
            .write(directory.resolve("slow.jar"));
    LoadgenProcess run =
        LoadgenProcess.start(
            directory,
            "run",
            "--driver-jar",
            jar.toString(),
            "--driver",
            "slow",
            "--output",
            "out");
    run.awaitErr("opening\\R");
    run.terminate();
    Ended ended = run.end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    assertThat(ended.err()).contains("loadgen: stopped before the load began");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void theThirdSignalEndsTheProcessWhateverHangs() throws Exception {
    String create =
        """
        System.err.println("creating");
        while (true) {
          java.util.concurrent.locks.LockSupport.park();
        }
        """;
    Path jar =
        new BundleWriter(directory)
            .workingDriver("deaf", "", create)
            .write(directory.resolve("deaf.jar"));
    LoadgenProcess run =
        LoadgenProcess.start(
            directory, "run", "--driver-jar", jar.toString(), "--driver", "deaf", "-n", "10");
    run.awaitErr("creating\\R");
    assertThat(run.terminateUntilItEnds().exitCode()).isEqualTo(130);
  }

  @Test
  void aSignalWhileARecordingIsCheckedEndsTheProcess() throws Exception {
    // So large that its end is far when the signal comes.
    Path recording = directory.resolve("large.csv");
    try (BufferedWriter rows = Files.newBufferedWriter(recording)) {
      rows.write("intended_ns\n");
      for (long i = 0; i < 8_000_000; i++) {
        rows.write(i + "000\n");
      }
    }
    LoadgenProcess run =
        LoadgenProcess.start(
            directory, "run", "--model", "open", "--replay", "large.csv", "-o", "out");
    run.awaitOpen(recording);
    run.terminate();
    Ended ended = run.end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    assertThat(ended.err()).isEqualTo("loadgen: stopped before the load began\n");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aSignalWhileAScheduleIsWrittenLeavesNoPartOfIt() throws Exception {
    LoadgenProcess run =
        LoadgenProcess.start(
            directory, "schedule", "--target", "1m", "-d", "1h", "-o", "large.csv");
    Path part = directory.resolve("large.csv.part");
    run.awaitOpen(part);
    run.terminate();
    Ended ended = run.end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
    assertThat(ended.err()).contains("loadgen: stopped");
    assertThat(part).doesNotExist();
    assertThat(directory.resolve("large.csv")).doesNotExist();
  }
}
