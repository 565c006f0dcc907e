package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import dev.loadgen.cli.bundles.BundleWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Loading and checking a store of files: each record is one, named by its key.
class LoadIT {
  @TempDir Path directory;

  private Path jar;
  private Path store;

  @BeforeEach
  void writeTheDriver() throws IOException {
    store = Files.createDirectory(directory.resolve("store"));
    jar =
        new BundleWriter(directory)
            .provider(
                "bundle.Filed",
                """
                package bundle;
                import dev.loadgen.driver.*;
                import java.nio.ByteBuffer;
                import java.nio.charset.StandardCharsets;
                import java.nio.file.*;
                import java.util.List;
                public final class Filed implements DriverProvider {
                  static final OperationKind READ = OperationKind.of("READ", "r", 1, Need.KEY);
                  static final OperationKind INSERT =
                      OperationKind.of("INSERT", "i", 0, Need.NEW_KEY, Need.VALUE);
                  static final Property<Path> AT = Property.path("at", null, "where");
                  static final Property<String> REFUSE = Property.text("refuse", "-", "a number");
                  public int spiVersion() { return Spi.VERSION; }
                  public String name() { return "filed"; }
                  public String summary() { return "files"; }
                  public List<Property<?>> properties() { return List.of(AT, REFUSE); }
                  public List<OperationKind> operations(Settings s) { return List.of(READ, INSERT); }
                  public Driver create(Settings settings, DriverContext context) {
                    Path at = settings.value(AT);
                    String refuse = settings.value(REFUSE);
                    return index -> operation -> {
                      String key = StandardCharsets.US_ASCII.decode(operation.key()).toString();
                      if (operation.kind() == READ) {
                        if (!Files.exists(at.resolve(key))) return Outcome.NOT_FOUND;
                        operation.readValue(ByteBuffer.wrap(Files.readAllBytes(at.resolve(key))));
                        return Outcome.OK;
                      }
                      if (refuse.equals("" + operation.keyNumber())) {
                        throw new java.io.IOException("refused");
                      }
                      byte[] value = new byte[operation.value().remaining()];
                      operation.value().get(value);
                      Files.write(at.resolve(key), value);
                      return Outcome.OK;
                    };
                  }
                }
                """)
            .write(directory.resolve("filed.jar"));
  }

  private Ended run(String command, String output, String... options) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--driver-jar",
                jar.toString(),
                "--driver",
                "filed",
                "-p",
                "filed.at=" + store,
                "-p",
                "insertorder=ordered",
                "-o",
                output));
    arguments.addAll(List.of(options));
    return LoadgenProcess.start(directory, arguments.toArray(String[]::new)).end();
  }

  private List<Long> stored() throws IOException {
    try (var files = Files.list(store)) {
      return files
          .map(file -> Long.parseLong(file.getFileName().toString().substring("user".length())))
          .sorted()
          .toList();
    }
  }

  private static List<Long> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> (long) n).collect(Collectors.toList());
  }

  @Test
  void loadsEveryRecordAndWhatIsReadIsChecked() throws Exception {
    Ended loaded = run("load", "loaded", "-p", "recordcount=300", "-t", "3");
    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
    assertThat(loaded.out()).contains("All 300 records are there.").doesNotContain("no target");
    assertThat(stored()).isEqualTo(numbers(0, 300));

    String[] reads = {"-p", "recordcount=300", "-n", "400", "--target", "4k", "--verify"};
    Ended right = run("run", "right", reads);
    assertThat(right.exitCode()).as(right.err()).isZero();
    assertThat(right.out()).contains("All 400 reads that were checked gave the right values.");

    Files.writeString(store.resolve("user7"), "not what was written");
    Ended wrong = run("run", "wrong", reads);
    assertThat(wrong.exitCode()).isEqualTo(1);
    JsonNode read = Results.summary(directory.resolve("wrong")).at("/operations/0");
    long bad = read.at("/outcomes/WRONG_VALUE").asLong();
    assertThat(bad).isPositive();
    assertThat(read.get("failed").asLong()).isEqualTo(bad);
    assertThat(wrong.out())
        .contains("WARNING: " + bad + " of 400 reads that were checked gave other");
  }

  @Test
  void aLoadWithFailuresIsNoSuccessAndGoesOnFromTheFirst() throws Exception {
    Ended broken = run("load", "broken", "-p", "recordcount=50", "-p", "filed.refuse=20");
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.out())
        .contains(
            "PROBLEM: 1 records could not be inserted",
            "Of 50 records the first 20 are there, and some of the others",
            "--resume broken");
    Files.delete(store.resolve("user30")); // what lies behind the mark is inserted again

    Ended resumed = run("load", "resumed", "-p", "recordcount=50", "--resume", "broken");
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.out())
        .contains(
            "All 50 records are there.",
            "scheduled 30 = succeeded 30".replace("scheduled", "begun"));
    assertThat(stored()).isEqualTo(numbers(0, 50));
    Ended again = run("load", "again", "-p", "recordcount=50", "--resume", "resumed");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("All records are there already");
    assertThat(directory.resolve("again")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"recordcount=60", "fieldlength=7"})
  void aLoadOfOtherRecordsDoesNotGoOn(String other) throws Exception {
    run("load", "first", "-p", "recordcount=50", "-p", "filed.refuse=20");
    Ended ended = run("load", "second", "-p", "recordcount=50", "-p", other, "--resume", "first");
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("--resume first: that load was with ").contains(other);
  }

  @Test
  void goingOnWithOtherSettingsOfTheDriverIsTold() throws Exception {
    run("load", "first", "-p", "recordcount=50", "-p", "filed.refuse=20");
    Ended ended =
        run("load", "second", "-p", "recordcount=50", "-p", "filed.refuse=70", "--resume", "first");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().replaceAll("\\s+", " "))
        .contains("that load was with filed.refuse=20, and this one is with filed.refuse=70");
    Ended other =
        LoadgenProcess.start(
                directory, "load", "--driver", "noop", "-p", "recordcount=50", "--resume", "first")
            .end();
    assertThat(other.exitCode()).isEqualTo(Main.USAGE);
    assertThat(other.err())
        .contains("--resume first: that load was with driver=filed, and this one is with");
  }

  @Test
  void aPartOfTheRecordsIsLoadedByItself() throws Exception {
    run("load", "part", "-p", "recordcount=100", "-p", "insertstart=40", "-p", "insertcount=10");
    assertThat(stored()).isEqualTo(numbers(40, 50));
  }

  @Test
  void badResumptionsAreNamed() throws Exception {
    Ended ended = run("load", "out", "--resume", "nowhere");
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err())
        .contains("loadgen: --resume nowhere: cannot be read as what a load left");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aDriverThatMakesNoRecordsCannotBeLoaded() throws Exception {
    Path read =
        new BundleWriter(Files.createDirectory(directory.resolve("s")))
            .workingDriver("reader", "", "return index -> operation -> Outcome.OK;")
            .write(directory.resolve("reader.jar"));
    Ended ended =
        LoadgenProcess.start(
                directory, "load", "--driver-jar", read.toString(), "--driver", "reader")
            .end();
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err())
        .contains("loadgen: the driver cannot be loaded: none of its operations");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"workloada", "workloadb", "workloadc", "workloadd", "workloade", "workloadf"})
  void everyWorkloadThatComesAlongRuns(String file) throws Exception {
    LoadgenProcess.start(
            directory, "run", "--driver", "noop", "-P", file, "--target", "5k", "-o", "out")
        .endWell();
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.at("/ledger/succeeded").asLong()).isEqualTo(1000);
    assertThat(summary.get("operations")).hasSize(file.equals("workloadc") ? 1 : 2);
  }
}
