package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessCommandTest {
  @TempDir Path directory;

  private final StringWriter err = new StringWriter();

  private int process(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "process";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Main.commandLine().setErr(new PrintWriter(err, true)).execute(all);
  }

  private String log(String... tags) throws Exception {
    Path file = directory.resolve("some.hlog");
    try (PrintStream out = new PrintStream(Files.newOutputStream(file))) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputLegend();
      for (String tag : tags) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(5_000_000);
        histogram.setTag(tag.isEmpty() ? null : tag);
        writer.outputIntervalHistogram(0, 1, histogram);
      }
      writer.outputComment("[Ledger: as loadgen ends its logs]");
    }
    return file.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "-tga, -tga",
    "-start, needs a value",
    "'-start soon', -start soon",
    "'-percentilesOutputTicksPerHalf 2.5', -percentilesOutputTicksPerHalf 2.5",
    "'-percentilesOutputTicksPerHalf 0', -percentilesOutputTicksPerHalf 0",
    "'-i /no/such.hlog', /no/such.hlog",
    "'-o /no/such/directory/out', /no/such/directory/out",
  })
  void badOptionsExitWithTwoAndAreNamed(String arguments, String named) {
    assertThat(process(arguments.split(" ", -1))).isEqualTo(Main.USAGE);
    assertThat(err.toString()).startsWith("loadgen: ").contains(named).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not a log\n", "1,2,3,4\n", "Tag=a,0.0,1.0,5.0,HISTFAAAnonsense\n"})
  void whatIsNoLogIsRefused(String content) throws Exception {
    Path file = Files.writeString(directory.resolve("no.hlog"), content);
    assertThat(process("-i", file.toString(), "-listtags")).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("-i " + file).doesNotContain("\tat ");
  }

  @Test
  void aLogWithoutUntaggedLinesNamesItsTags() throws Exception {
    assertThat(process("-i", log("READ.service", "UPDATE.service"))).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("-tag", "READ.service, UPDATE.service");
  }

  @Test
  void allTagsAreTheUntaggedLines() throws Exception {
    Path out = directory.resolve("all");
    assertThat(process("-i", log("", "READ.service"), "-alltags", "-o", out.toString())).isZero();
    assertThat(Files.readString(directory.resolve("all.hgrm")))
        .containsPattern("Total count    = +1]");
    assertThat(process("-i", log("READ.service"), "-alltags")).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("has no untagged lines");
  }

  @Test
  void aLogOrARunIsNamedWithoutAnOption() throws Exception {
    Path run = Files.createDirectory(directory.resolve("run"));
    Files.move(Path.of(log("")), run.resolve("latency.hlog"));
    for (Path given : List.of(run, run.resolve("latency.hlog"))) {
      Path out = directory.resolve(given.getFileName() + ".out");
      assertThat(process("-o", out.toString(), given.toString())).as(err.toString()).isZero();
      assertThat(Path.of(out + ".hgrm")).exists();
    }
    assertThat(process("-i", "a", "b")).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("process b: one log at a time");
  }

  @Test
  void aMovingWindowNeedsAFile() throws Exception {
    assertThat(process("-i", log(""), "-mwp", "99")).isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("-mwp and -mwpl: need -o FILE");
  }

  @Test
  void aTagThatTheLogHasNotIsAnsweredWithThoseThatItHas() throws Exception {
    assertThat(process("-i", log("", "READ.service"), "-tag", "ALL.response"))
        .isEqualTo(Main.USAGE);
    assertThat(err.toString()).contains("-tag ALL.response, only READ.service");
  }

  @Test
  void theOutputIsWholeWhenTheCommandReturns() throws Exception {
    Path out = directory.resolve("out");
    assertThat(process("-i", log("", "READ.service"), "-o", out.toString())).isZero();
    assertThat(Files.readString(directory.resolve("out.hgrm"))).contains("Total count    =");

    Path tagged = directory.resolve("tagged");
    String log = log("READ.service");
    assertThat(process("-i", log, "-tag", "READ.service", "-o", tagged.toString())).isZero();
    assertThat(Files.readString(directory.resolve("tagged.hgrm"))).contains("Total count    =");
  }
}
