package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import dev.loadgen.cli.bundles.BundleWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Where settings come from, and what becomes of those that nobody knows.
class PropertiesIT {
  @TempDir Path directory;

  private LoadgenProcess run(String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--operations", "10", "--target", "1000", "-o", "out"));
    arguments.addAll(List.of(options));
    return LoadgenProcess.start(directory, arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "mockdb.dely=1ms, mockdb.dely, did you mean mockdb.delay?",
    "recordcont=10, recordcont, did you mean recordcount?",
    "zzz=10, zzz, `loadgen drivers mockdb`",
  })
  void anUnknownPropertyIsAnsweredWithTheNearestName(String given, String name, String hint)
      throws Exception {
    Ended ended = run("-p", given).end();

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(Main.USAGE);
    assertThat(ended.err().lines().filter(line -> line.startsWith("loadgen: ")))
        .singleElement()
        .asString()
        .contains(name, hint);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatAFileSaysAndNobodyKnowsIsLeftOutWithOneWarning() throws Exception {
    Files.writeString(
        directory.resolve("shared.properties"),
        """
        workload=site.ycsb.workloads.CoreWorkload
        redis.host = example.org
        recordcount=17
        mockdb.mode = uniform
        mockdb.min=1us
        mockdb.max=3us
        """);
    Ended ended =
        run("-P", "shared.properties", "-p", "mockdb.max=2us", "-p", "exporter=site.ycsb.Text")
            .endWell();

    assertThat(ended.err().lines().filter(line -> line.startsWith("loadgen: ")))
        .singleElement()
        .asString()
        .contains("Not known, and left out: exporter, redis.host.")
        .doesNotContain("recordcount", "mockdb");
    JsonNode properties = Results.summary(directory.resolve("out")).at("/plan/properties");
    assertThat(properties.get("recordcount").asString()).isEqualTo("17");
    assertThat(properties.get("mockdb.mode").asString()).isEqualTo("uniform");
    assertThat(properties.get("mockdb.max").asString()).isEqualTo("2us"); // -p beats the file
    assertThat(properties.has("redis.host")).isFalse();
    assertThat(Results.summary(directory.resolve("out")).get("findings").toString())
        .contains("Not known, and left out: exporter, redis.host.");
  }

  @Test
  void whatAFileSaysOfTheRunCountsUnlessAnOptionSaysOtherwise() throws Exception {
    Files.writeString(
        directory.resolve("ycsb.properties"),
        "\uFEFFtarget=500\nthreadcount=2\noperationcount=30\nmaxexecutiontime=100\n");
    LoadgenProcess.start(directory, "run", "-P", "ycsb.properties", "-o", "file").endWell();
    JsonNode plan = Results.summary(directory.resolve("file")).get("plan");
    assertThat(plan.get("target").asString()).isEqualTo("500/s");
    assertThat(plan.get("threads").asInt()).isEqualTo(2);
    assertThat(plan.get("operations").asLong()).isEqualTo(30);
    assertThat(plan.get("duration").asString()).isEqualTo("100s");

    LoadgenProcess.start(
            directory,
            "run",
            "-P",
            "ycsb.properties",
            "-p",
            "threadcount=3",
            "--duration",
            "50ms",
            "-target",
            "600",
            "-o",
            "options")
        .endWell();
    plan = Results.summary(directory.resolve("options")).get("plan");
    assertThat(plan.get("target").asString()).isEqualTo("600/s");
    assertThat(plan.get("threads").asInt()).isEqualTo(3);
    assertThat(plan.get("operations").isNull()).isTrue();
    assertThat(plan.get("duration").asString()).isEqualTo("50ms");
  }

  @ParameterizedTest
  @CsvSource({
    "requestdistribution=zipf, '-P f.properties, line 3: requestdistribution=zipf: expected one of'",
    "readproportion=x, '-P f.properties, line 3: readproportion=x: expected a finite number'",
    "mockdb.delay=x, '-P f.properties, line 3: mockdb.delay=x: expected a duration'",
    "recordcount, '-P f.properties, line 3: expected NAME=VALUE'",
    "recordcount=\\u00zz, '-P f.properties, line 3: '",
    "workload=site.ycsb.workloads.TimeSeriesWorkload, 'only the core workload is here'",
    "threadcount=0, '-P f.properties, line 3: threadcount=0: expected 1 to'",
    "threadcount=many, '-P f.properties, line 3: threadcount=many: expected'",
    "threadcount=100000, '-P f.properties, line 3: threadcount=100000: expected 1 to'",
  })
  void aFileThatAsksForWhatCannotBeIsRefused(String line, String sentence) throws Exception {
    Files.writeString(directory.resolve("f.properties"), "fieldcount=\\\n  3\n" + line + "\n");
    Ended ended = run("-P", "f.properties").end();

    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("loadgen: ", sentence);
  }

  @ParameterizedTest
  @CsvSource({"--schedule, shared", "--wait, spin", "--spin-budget, 50%"})
  void howAScheduleIsKeptMeansNothingWithoutOne(String option, String value) throws Exception {
    Ended ended = LoadgenProcess.start(directory, "run", "-n", "1", option, value).end();

    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err())
        .contains("loadgen: " + option + " " + value + ": without --target there is no schedule");
  }

  @Test
  void anEmptyValueIsAValue() throws Exception {
    Files.writeString(directory.resolve("db.properties"), "basicdb.verbose=\ndb.passwd=\n");
    Ended ended =
        run("--driver", "ycsb", "-p", "ycsb.db=site.ycsb.BasicDB", "-P", "db.properties").endWell();
    assertThat(ended.err()).doesNotContain("db.passwd");
    JsonNode properties = Results.summary(directory.resolve("out")).at("/plan/properties");
    assertThat(properties.get("db.passwd").asString()).isEqualTo("***");
  }

  @Test
  void whatADriverTakesAlthoughItIsProbablyMisspeltIsSaid() throws Exception {
    Files.writeString(directory.resolve("w"), "redis.host=db\nreadpropotion=1\n");
    Ended ended =
        run(
                "--driver",
                "ycsb",
                "-p",
                "ycsb.db=site.ycsb.BasicDB",
                "-p",
                "basicdb.verbose=false",
                "-p",
                "recordcont=16",
                "-p",
                "threads=2",
                "-P",
                "w")
            .endWell();
    assertThat(ended.err())
        .contains(
            "-p recordcont: goes to driver ycsb as it stands; did you mean recordcount?",
            "-p threads: goes to driver ycsb as it stands; did you mean --threads?",
            "-P w, line 2, readpropotion: goes to driver ycsb as it stands; did you mean"
                + " readproportion?")
        .doesNotContain("redis.host");
  }

  @Test
  void aMisspeltLineOfAFileIsLeftOutWithAHint() throws Exception {
    Files.writeString(directory.resolve("w"), "redis.host=db\nreadpropotion=1\n");
    assertThat(run("-P", "w").endWell().err())
        .contains(
            "Not known, and left out: readpropotion (did you mean readproportion?), redis.host.");
  }

  @Test
  void aBindingNamedAsYcsbDoesIsAnsweredWithOurWay() throws Exception {
    Ended ended = run("-db", "site.ycsb.BasicDB").end();
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("--driver ycsb -p ycsb.db=site.ycsb.BasicDB");
  }

  @Test
  void aLineOfAMegabyteIsCut() throws Exception {
    Files.write(directory.resolve("nul.properties"), new byte[1 << 20]);
    Ended ended = run("-P", "nul.properties").end();
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("expected NAME=VALUE, not").hasSizeLessThan(1000);
  }

  @Test
  void aFileThatIsFarTooLargeIsNamed() throws Exception {
    try (RandomAccessFile file =
        new RandomAccessFile(directory.resolve("huge.properties").toFile(), "rw")) {
      file.setLength(3L << 30);
    }
    Ended ended = run("-P", "huge.properties").end();

    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("loadgen: -P huge.properties: is no file of properties");
  }

  @Test
  void aFileThatIsNotTextIsNamed() throws Exception {
    Files.write(directory.resolve("latin1.properties"), new byte[] {'a', '=', (byte) 0xE4});
    Ended ended = run("-P", "latin1.properties").end();

    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("loadgen: -P latin1.properties: is not UTF-8 text");
  }

  @Test
  void aDriverThatTakesTheRestGetsIt() throws Exception {
    Path jar =
        new BundleWriter(directory)
            .workingDriver(
                "greedy",
                "Property.text(\"own\", \"o\", \"its own\"), Property.rest(\"passed on\")",
                """
                System.err.println("given " + text(settings, 0) + " and "
                    + new java.util.TreeMap<>(settings.rest()));
                return index -> operation -> Outcome.OK;
                """)
            .write(directory.resolve("greedy.jar"));
    Files.writeString(
        directory.resolve("client.properties"), "client.id=7\nrecordcount=17\nfile.only=yes\n");
    Ended ended =
        run(
                "--driver-jar",
                jar.toString(),
                "--driver",
                "greedy",
                "-P",
                "client.properties",
                "-p",
                "greedy.own=mine",
                "-p",
                "client.id=8")
            .endWell();

    assertThat(ended.err())
        .contains("given mine and {client.id=8, file.only=yes, recordcount=17}")
        .doesNotContain("left out");
  }
}
