package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The drivers `ipc` and `queue` and `loadgen serve ipc`, from the distribution.
class QueuesIT {
  private static final String OPERATIONS = "2000";

  @TempDir Path directory;

  private final List<LoadgenProcess> started = new ArrayList<>();

  @AfterEach
  void killWhatIsLeft() {
    started.forEach(LoadgenProcess::kill);
  }

  private LoadgenProcess start(String command, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(command.split(" ")));
    all.addAll(List.of(words));
    LoadgenProcess process = LoadgenProcess.start(directory, all.toArray(String[]::new));
    started.add(process);
    return process;
  }

  /// That all operations of a run succeeded.
  private void assertWell(Ended ended, String out) throws IOException {
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonNode summary = Results.summary(directory.resolve(out));
    assertThat(summary.at("/ledger/succeeded").asString()).isEqualTo(OPERATIONS);
  }

  @Test
  void aFarEndServesRunAfterRunAndTakesItsFileAway() throws Exception {
    LoadgenProcess farEnd = start("serve ipc --file ring --sessions 2 --idle yield");
    assertThat(farEnd.awaitOut("ready .*\\R"))
        .isEqualToIgnoringNewLines("ready ipc file=ring sessions=2 message-bytes=32 capacity=1024");
    for (int round = 0; round < 2; round++) {
      Ended ended =
          start(
                  "run --driver ipc -p ipc.file=ring -p ipc.idle=yield --threads 2",
                  "-n",
                  OPERATIONS,
                  "-o",
                  "out" + round)
              .end();
      assertWell(ended, "out" + round);
    }
    farEnd.terminate();
    Ended ended = farEnd.end();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(directory.resolve("ring")).doesNotExist();
  }

  @Test
  void aFarEndThatWasKilledIsAnErrorAndNotAHang() throws Exception {
    LoadgenProcess farEnd = start("serve ipc --file ring --idle yield");
    farEnd.awaitOut("ready ipc .*\\R");
    LoadgenProcess run =
        start(
            "run --driver ipc -p ipc.file=ring -p ipc.idle=yield --mix ECHO=1 --target 1000 -d 60s"
                + " --slo errors<1% --abort-on-slo -o out --interval 100ms");
    run.awaitErr(" window .* response p50 [0-9].*\\R"); // something has succeeded
    farEnd.kill();
    Ended ended = run.end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(99);
    assertThat(ended.out()).contains("FarEndGoneException");
    assertThat(Results.summary(directory.resolve("out")).at("/ledger/failed").asLong())
        .isPositive();
  }

  @Test
  void oneCommandSpawnsTheFarEnd() throws Exception {
    Ended ended =
        start(
                "run --driver ipc -p ipc.process=spawn -p ipc.idle=yield --mix ECHO=1 -o out",
                "-n",
                OPERATIONS)
            .end();
    assertWell(ended, "out");
    assertThat(ended.err()).doesNotContain("WARNING");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spsc-mapped",
        "spsc-offheap",
        "jctools-spsc",
        "jctools-mpmc",
        "clq",
        "abq",
        "disruptor"
      })
  void eachQueueCarriesMessagesAndBursts(String type) throws Exception {
    Ended ended =
        start(
                "run --driver queue -p queue.burst=10 -p queue.idle=yield --mix OFFER=1,RING=1 -o out",
                "-p",
                "queue.type=" + type,
                "-n",
                OPERATIONS)
            .end();
    assertWell(ended, "out");
  }

  @Test
  void whatCannotBeUsedIsNamed() throws Exception {
    Files.writeString(directory.resolve("text"), "not a ring");
    badUsage("ipc.file=text: ", "run --driver ipc -p ipc.file=text -d 1s");
    badUsage("ipc.file=missing: it is not there", "run --driver ipc -p ipc.file=missing -d 1s");
    badUsage(
        "ipc.capacity=1000", "run --driver ipc -p ipc.process=spawn -p ipc.capacity=1000 -d 1s");
    badUsage("queue.type=lifo", "run --driver queue -p queue.type=lifo -d 1s");
    badUsage("try: loadgen drivers queue", "run --driver queue -p queue.type=lifo -d 1s");
    badUsage("threads: --sessions 4", "run --driver queue --model open --target 1k -d 1s");
    badUsage("try: loadgen serve ipc --help", "serve ipc --file ring --capacity 1000");
    badUsage("ipc needs --file FILE", "serve ipc");
    badUsage("--capacity 1000", "serve ipc --file ring --capacity 1000");
    badUsage("--file text: ", "serve ipc --file text");
    assertThat(Files.readString(directory.resolve("text"))).isEqualTo("not a ring");
  }

  private void badUsage(String named, String command) throws Exception {
    Ended ended = start(command).end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("loadgen: ", named);
    assertThat(ended.err().lines()).hasSizeLessThanOrEqualTo(3);
  }
}
