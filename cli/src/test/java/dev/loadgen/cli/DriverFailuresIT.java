package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import dev.loadgen.cli.bundles.BundleWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Drivers that fail, as bundles.
class DriverFailuresIT {
  @TempDir Path directory;

  /// @param create the body of the driver's `create`
  private LoadgenProcess run(String create, String... options) throws IOException {
    Path scratch = Files.createTempDirectory(directory, "bundle");
    Path jar =
        new BundleWriter(scratch).workingDriver("bad", "", create).write(scratch.resolve("b.jar"));
    List<String> arguments =
        new ArrayList<>(List.of("run", "--driver", "bad", "--driver-jar", jar.toString()));
    arguments.addAll(List.of(options));
    return LoadgenProcess.start(directory, arguments.toArray(String[]::new));
  }

  private void didNotStart(LoadgenProcess run, String... parts) throws Exception {
    Ended ended = run.end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines().filter(line -> line.startsWith("loadgen: ")))
        .singleElement()
        .asString()
        .contains(parts);
    assertThat(ended.err()).doesNotContain("\tat ");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aRunWhoseDriverOrSessionCannotBeOpenedLeavesNothingBehind() throws Exception {
    String create = "throw new java.io.IOException(\"no such host\");";
    didNotStart(run(create, "-n", "10", "--output", "out"), "driver", "IOException: no such host");
    // The other sessions are there already, and must be closed again.
    String open =
        """
        return index -> {
          if (index == 2) {
            throw new java.net.ConnectException("connection refused");
          }
          return operation -> Outcome.OK;
        };
        """;
    didNotStart(
        run(open, "-n", "10", "-t", "4", "--output", "out"),
        "session",
        "ConnectException: connection refused");
  }

  @Test
  void whatOperationsThrowIsCountedByClassAndARunWithoutSuccessFails() throws Exception {
    String create =
        """
        return index -> operation -> {
          if (operation.sequence() % 3 == 0) {
            throw new java.io.IOException("reset by peer");
          }
          throw new IllegalStateException("not today");
        };
        """;
    Ended ended = run(create, "--target", "1000", "-n", "30", "-t", "2", "--output", "out").end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out())
        .contains(
            "Error     10 x java.io.IOException, the first: reset by peer",
            "Error     20 x java.lang.IllegalStateException, the first: not today",
            "PROBLEM: no operation succeeded");
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.get("outcome").asString()).isEqualTo("failed");
    assertThat(summary.at("/ledger/failed").asLong()).isEqualTo(30);
    assertThat(summary.at("/operations/0/outcomes/EXCEPTION").asLong()).isEqualTo(30);
    assertThat(summary.at("/operations/0/failed_response/count").asLong()).isEqualTo(30);
    assertThat(summary.at("/errors").valueStream())
        .extracting(error -> error.get("class").asString() + " " + error.get("count").asLong())
        .containsExactlyInAnyOrder("java.io.IOException 10", "java.lang.IllegalStateException 20");
  }

  @Test
  void aRunWithFewFailuresIsGoodUnlessThereAreMoreThanAllowed() throws Exception {
    String create =
        """
        return index -> operation -> {
          if (operation.sequence() % 2 == 0) {
            throw new java.io.IOException("reset by peer");
          }
          return Outcome.OK;
        };
        """;
    // Exactly as many as allowed are allowed.
    run(create, "--target", "1000", "-n", "20", "--max-errors", "10", "--output", "good").endWell();
    JsonNode good = Results.summary(directory.resolve("good"));
    assertThat(good.at("/ledger/succeeded").asLong()).isEqualTo(10);
    assertThat(good.at("/ledger/failed").asLong()).isEqualTo(10);

    // Would take an hour if it did not end early.
    Ended ended =
        run(create, "--target", "1000", "-d", "1h", "--max-errors", "10", "--output", "bad").end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).contains("PROBLEM: the run ended after more than 10 failures");
    JsonNode bad = Results.summary(directory.resolve("bad"));
    assertThat(bad.at("/ledger/failed").asLong()).isGreaterThanOrEqualTo(11);
    assertThat(bad.get("outcome").asString()).isEqualTo("failed");
  }

  @Test
  void anErrorOfTheDriverEndsTheRun() throws Exception {
    String create =
        """
        return index -> operation -> {
          if (operation.sequence() == 5) {
            throw new NoClassDefFoundError("some/Codec");
          }
          return Outcome.OK;
        };
        """;
    Ended ended = run(create, "--target", "1000", "-d", "1h", "--output", "out").end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).contains("PROBLEM: the run ended because of ", "some/Codec");
    assertThat(Results.summary(directory.resolve("out")).at("/ledger/succeeded").asLong())
        .isGreaterThanOrEqualTo(5);
  }

  @Test
  void aDriverThatExitsTheProcessLosesNothing() throws Exception {
    String create =
        """
        return index -> operation -> {
          if (operation.sequence() == 50) {
            System.exit(0);
          }
          return Outcome.OK;
        };
        """;
    Ended ended =
        run(create, "--target", "1000", "-d", "1h", "--drain", "1h", "--output", "out").end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.err()).contains("called System.exit: the run ends now");
    assertThat(ended.out()).contains("Ledger    scheduled ", "in flight 1");
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.get("outcome").asString()).isEqualTo("failed");
    assertThat(summary.at("/ledger/balances").asBoolean()).isTrue();
    assertThat(summary.at("/ledger/succeeded").asLong()).isEqualTo(50);
    assertThat(Results.untaggedCount(directory.resolve("out/latency.hlog")))
        .isEqualTo(summary.at("/ledger/scheduled").asLong());
  }

  @Test
  void aDriverThatExitsTheProcessAsItIsCreatedEndsItAtOnce() throws Exception {
    for (String create :
        List.of(
            "System.exit(0); return null;",
            "return index -> { System.exit(0); return null; };",
            """
            return new Driver() {
              public Session open(int index) { return operation -> Outcome.OK; }
              public void starting(long untilStartNs) { System.exit(0); }
            };
            """)) {
      Ended ended = run(create, "-n", "10", "-t", "2", "--output", "out").end();

      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
      assertThat(ended.err())
          .contains("called System.exit: the run ends now")
          .doesNotContain("did not end within", "hang", "stopped before");
      assertThat(directory.resolve("out")).doesNotExist();
    }
  }

  @Test
  void whatADriverLeavesToBeDoneAtExitIsNotWaitedForWithoutEnd() throws Exception {
    String create =
        """
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
          while (true) {
            java.util.concurrent.locks.LockSupport.park();
          }
        }));
        return index -> operation -> Outcome.OK;
        """;
    assertThat(run(create, "-n", "10", "--output", "out").end().exitCode()).isZero();
  }

  @Test
  void aDriverWhoseDescriptionIsBrokenIsNamedWithItsBundle() throws Exception {
    Path jar =
        new BundleWriter(directory)
            .provider(
                "bundle.Broken",
                """
                package bundle;
                import dev.loadgen.driver.*;
                import java.util.List;
                public final class Broken implements DriverProvider {
                  public int spiVersion() { return Spi.VERSION; }
                  public String name() { return "broken"; }
                  public String summary() { return "broken"; }
                  public List<Property<?>> properties() { return List.of(); }
                  public List<OperationKind> operations(Settings settings) {
                    throw new IllegalStateException("not yet");
                  }
                  public Driver create(Settings settings, DriverContext context) { return null; }
                }
                """)
            .write(directory.resolve("broken.jar"));
    for (List<String> command :
        List.of(List.of("run", "--driver", "broken"), List.of("drivers", "broken"))) {
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(List.of("--driver-jar", jar.toString()));
      Ended ended = LoadgenProcess.start(directory, arguments.toArray(String[]::new)).end();

      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(Main.USAGE);
      assertThat(ended.err())
          .contains(
              "loadgen: driver bundle " + jar + ": the driver's description is broken: throws",
              "java.lang.IllegalStateException: not yet at ",
              "bundle.Broken.operations");
    }
  }

  @Test
  void aDriverThatUsesUpTheMemoryLosesNothing() throws Exception {
    String create =
        """
        return index -> operation -> {
          if (operation.sequence() == 50) {
            java.util.List<long[]> all = new java.util.ArrayList<>();
            while (true) {
              all.add(new long[100_000]);
            }
          }
          return Outcome.OK;
        };
        """;
    Path scratch = Files.createTempDirectory(directory, "bundle");
    Path jar =
        new BundleWriter(scratch).workingDriver("bad", "", create).write(scratch.resolve("b.jar"));
    Ended ended =
        LoadgenProcess.start(
                directory,
                Map.of("LOADGEN_JAVA_OPTS", "-Xmx64m"),
                List.of(
                    LoadgenProcess.command(),
                    "run",
                    "--driver",
                    "bad",
                    "--driver-jar",
                    jar.toString(),
                    "--target",
                    "1000",
                    "--duration",
                    "1h",
                    "--output",
                    "out"))
            .end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).contains("the run ended because of OutOfMemoryError");
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.at("/ledger/balances").asBoolean()).isTrue();
    assertThat(summary.at("/ledger/failed").asLong()).isEqualTo(1);
  }

  @Test
  void moreThreadsThanTheHeapCanRecordAreRefused() throws Exception {
    Ended ended =
        LoadgenProcess.start(
                directory,
                Map.of("LOADGEN_JAVA_OPTS", "-Xmx64m"),
                List.of(
                    LoadgenProcess.command(),
                    "run",
                    "--driver",
                    "noop",
                    "--threads",
                    "5000",
                    "--target",
                    "1000"))
            .end();

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .containsPattern(
            "--threads 5000: their recordings take \\d+ MiB.*LOADGEN_JAVA_OPTS=-Xmx\\dg")
        .doesNotContain("Exception");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsRemovedInMidRunCostsTheFilesAlone() throws Exception {
    LoadgenProcess run =
        run(
            "return index -> operation -> Outcome.OK;",
            "--target",
            "500",
            "--duration",
            "2s",
            "--interval",
            "100ms",
            "--output",
            "out");
    run.awaitErr("window");
    try (var files = Files.walk(directory.resolve("out"))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    Ended ended = run.end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.err()).contains("cannot write ", "summary.json: no such file or directory");
    assertThat(ended.out()).contains("Ledger    scheduled 1,000 = succeeded 1,000");
  }
}
