package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The open model, schedules as files and replays, from the command line.
class OpenModelIT {
  @TempDir Path directory;

  private Ended run(String... arguments) throws Exception {
    return LoadgenProcess.start(directory, arguments).end();
  }

  @ParameterizedTest
  @ValueSource(strings = {"async", "blocking"})
  void anOpenRunIsBookedLikeAnyOther(String style) throws Exception {
    Ended ended =
        run(
            "run",
            "--model",
            "open",
            "--session-style",
            style,
            "--driver",
            "mockdb",
            "--target",
            "500",
            "--arrivals",
            "poisson",
            "-d",
            "1s",
            "-p",
            "mockdb.mode=fixed",
            "-o",
            "out");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.at("/plan/model").asString()).isEqualTo("open");
    assertThat(summary.at("/plan/threads").isNull()).isTrue();
    assertThat(summary.at("/ledger/balances").asBoolean()).isTrue();
    assertThat(summary.at("/ledger/succeeded").asLong()).isBetween(350L, 650L);
    assertThat(summary.at("/held_back/count").asLong()).isZero();
    assertThat(summary.at("/offered_per_second").asDouble())
        .isEqualTo(summary.at("/ledger/scheduled").asDouble());
    assertThat(ended.out()).contains("open model with up to 10,000 in flight");
  }

  @Test
  void aScheduleIsWrittenAndReplayed() throws Exception {
    Ended written =
        run(
            "schedule",
            "--target",
            "ramp 100..300 over 1s",
            "--arrivals",
            "poisson",
            "-o",
            "s.csv");
    assertThat(written.exitCode()).as(written.err()).isZero();
    List<String> lines = Files.readAllLines(directory.resolve("s.csv"));
    long operations = lines.stream().filter(line -> !line.startsWith("#")).count() - 1;
    assertThat(lines.getFirst()).isEqualTo("intended_ns,kind");
    assertThat(lines.getLast()).matches("#sha256 [0-9a-f]{64}");
    assertThat(written.err()).contains(operations + " operations, ", lines.getLast().substring(8));

    Ended replayed =
        run("run", "--driver", "noop", "--replay", "s.csv", "--speed", "4x", "-o", "out");
    assertThat(replayed.exitCode()).as(replayed.err()).isZero();
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.at("/ledger/succeeded").asLong()).isEqualTo(operations);
    assertThat(summary.at("/window_ns").asLong()).isBetween(200_000_000L, 251_000_000L);

    Ended again = run("schedule", "--target", "10", "-o", "s.csv");
    assertThat(again.exitCode()).isEqualTo(Main.USAGE);
    assertThat(again.err()).contains("--output s.csv: it is there already");
    assertThat(Files.readAllLines(directory.resolve("s.csv"))).isEqualTo(lines);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--model open | --model open: needs --target or --replay",
        "--model open --target 5 --threads 3 | --threads 3: --model open has no threads that wait",
        "--model open --target 5 --schedule shared | --schedule shared: --model open has one",
        "--model open --target 5 --max-in-flight 0 | --max-in-flight 0: expected 1 to 10000000",
        "--model open --target 5 --dispatchers 3 --sessions 2 | --sessions 2: fewer than",
        "--model open --target 5 --roles READ:1 | --roles READ:1: are of threads",
        "--model opne --target 5 | --model opne: expected one of closed, open",
        "--max-in-flight 5 --target 5 | --max-in-flight: belongs to --model open",
        "--target 5 --arrivals poison | --arrivals poison: expected constant, poisson",
        "--arrivals poisson | --arrivals poisson: needs --target",
        "--target ramp | --target ramp: 'ramp': expected a ramp, as in",
        "--replay nowhere.csv | --replay nowhere.csv: cannot be read: no such file",
        "--replay nowhere.csv --target 5 | --replay nowhere.csv: contradicts --target 5/s",
        "--speed 2x | --speed 2x: belongs to --replay",
      })
  void whatCannotBeIsRefusedInASentence(String options, String message) throws Exception {
    String[] arguments =
        Stream.concat(
                Stream.of("run", "--driver", "noop", "-o", "out"),
                Stream.of(options.split(" ", -1)))
            .toArray(String[]::new);
    Ended ended = run(arguments);
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).startsWith("loadgen: ").contains(message);
    assertThat(directory.resolve("out")).doesNotExist();
  }
}
