package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the results cannot go: told before any load, in one sentence.
class OutputDirectoryIT {
  private static final List<String> RUN = List.of("run", "--driver", "noop", "--operations", "10");

  @TempDir Path directory;

  private LoadgenProcess run(List<String> prefix, String output) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(LoadgenProcess.command());
    command.addAll(RUN);
    command.addAll(List.of("--output", output));
    return LoadgenProcess.start(directory, Map.of(), command);
  }

  private static void refused(LoadgenProcess run, String... parts) throws Exception {
    Ended ended = run.end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(Main.USAGE);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines().filter(line -> line.startsWith("loadgen: ")))
        .singleElement()
        .asString()
        .contains("--output ")
        .contains(parts);
    assertThat(ended.err()).doesNotContain("\tat ");
  }

  private static Map<String, String> contents(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }

  @Test
  void aRunIsNeverOverwritten() throws Exception {
    Path results = directory.resolve("results");
    run(List.of(), results.toString()).endWell();
    Map<String, String> before = contents(results);
    assertThat(before).containsKeys("latency.hlog", "timeline.csv", "summary.json");

    refused(run(List.of(), results.toString()), results.toString(), "never overwritten");

    assertThat(contents(results)).isEqualTo(before);
  }

  @Test
  void aFileAndWhatWouldLieBelowItAreRefused() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "precious");

    refused(run(List.of(), file.toString()), file.toString(), "is a file");
    String below = file.resolve("below").toString();
    refused(run(List.of(), below), below, "cannot be created");

    assertThat(file).hasContent("precious");
  }

  @Test
  void noNameIsNoDirectory() throws Exception {
    refused(run(List.of(), ""), "expected a directory");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsNotWritableIsRefused() throws Exception {
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    List<String> prefix = Files.isWritable(closed) ? withoutPrivilege() : List.of();

    refused(run(prefix, closed.toString()), closed.toString(), "is not writable");
    String below = closed.resolve("a/b").toString();
    refused(run(prefix, below), below, "cannot be created");

    assertThat(closed).isEmptyDirectory();
  }

  /// Root may write everywhere, unless it gives up the capabilities by which it may.
  private static List<String> withoutPrivilege() {
    String given = "-dac_override,-dac_read_search";
    return List.of(
        OutsideProgram.find("setpriv").toString(),
        "--bounding-set=" + given,
        "--inh-caps=" + given);
  }
}
