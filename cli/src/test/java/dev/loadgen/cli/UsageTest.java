package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class UsageTest {
  @TempDir Path directory;

  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--target|0",
        "--target|-5",
        "--target|NaN",
        "--target|99999999999999999999",
        "--threads|0",
        "--threads|1000000",
        "--duration|0",
        "--duration|soon",
        "--duration|-1s",
        "--duration|0.5ms",
        "-d|0ms",
        "--interval|1us",
        "--interval|90m",
        "--warmup|9000h",
        "-w|soon",
        "--drain|25h",
        "-t|0",
        "-threads|none",
        "-R|0",
        "--operations|0k",
        "-n|0",
        "--max-errors|-1",
        "--mix|READ=0",
        "--wait|hope",
        "--schedule|random",
        "--driver|mockbd",
        "--driver-jar|/no/such.jar",
      })
  void badValuesExitWithTwoAndNameOptionAndValue(String option, String value) throws Exception {
    Path output = directory.resolve("out");
    List<String> arguments = new ArrayList<>(List.of("run", "--output", output.toString()));
    arguments.addAll(List.of(option, value));

    assertThat(execute(arguments.toArray(String[]::new))).isEqualTo(Main.USAGE);
    assertThat(err.toString()).startsWith("loadgen: ").contains(shown(option, value));
    assertThat(Files.exists(output)).isFalse();
  }

  private static String shown(String option, String value) {
    return switch (option) {
      case "--driver" -> "there is no driver " + value;
      case "--driver-jar" -> "driver bundle " + value;
      default -> "loadgen: " + option + " " + value + ": ";
    };
  }

  @Test
  void anUnknownOptionIsAnsweredWithTheNearest() {
    assertThat(execute("run", "--treads", "3")).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("--treads").contains("--threads");
  }

  @ParameterizedTest
  @CsvSource({
    "--threads, -t 2 -threads=4",
    "--seed, --target 100 --seed 5 --seed 7",
    "--duration, -d 1s -n 5 --duration 2s",
    "--driver, -p mockdb.mode=fixed --driver mockdb --driver mockdb",
  })
  void anOptionGivenTwiceIsRefusedRatherThanLosingOthers(String option, String arguments) {
    String[] words = ("run " + arguments).split(" ", -1);
    assertThat(execute(words)).isEqualTo(Main.USAGE);
    assertThat(err.toString()).startsWith("loadgen: " + option + " is given more than once");
  }

  @Test
  void singleDashWordsAreNotTakenApart() {
    assertThat(execute("run", "-tpn", "3")).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("-tpn");
  }

  @Test
  void aFileThatIsNoJarIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("not.jar"), "no");
    assertThat(execute("drivers", "--driver-jar", file.toString())).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains(file.toString()).contains("is not a jar");
  }
}
