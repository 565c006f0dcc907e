package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Users in the store, from the distribution: the libraries are there, and the JDK has nothing to
/// warn of.
class KvCodecIT {
  @TempDir Path directory;

  private Ended loadgen(String command, String... more) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(command, "--driver", "kv", "-p", "kv.embedded=true", "-p", "kv.dir=store"));
    words.addAll(List.of(more));
    return LoadgenProcess.start(directory, words.toArray(String[]::new)).end();
  }

  @ParameterizedTest
  @ValueSource(strings = {"struct", "fory", "java"})
  void whatOneProcessLoadsAnotherReadsWithoutWarnings(String codec) throws Exception {
    String[] users = {"-p", "kv.codec=" + codec, "-p", "recordcount=500", "--quiet"};
    Ended loaded = loadgen("load", users);
    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
    assertThat(loaded.err()).isEmpty();
    List<String> more = new ArrayList<>(List.of(users));
    more.addAll(List.of("--verify", "-n", "2000", "--mix", "READ=3,UPDATE=1"));
    Ended used = loadgen("run", more.toArray(String[]::new));
    assertThat(used.exitCode()).as(used.err()).isZero();
    assertThat(used.err()).isEmpty();
    assertThat(used.out()).contains("reads that were checked gave the right values.");
  }

  @Test
  void theDescriptionSaysWhatCodecsAre() throws Exception {
    Ended told = LoadgenProcess.start(directory, "drivers", "kv").endWell();
    assertThat(told.out().replaceAll("\\s+", " "))
        .contains("kv.codec")
        .contains("the workload's bytes (raw), or a user")
        .contains("default raw");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kv.codec=xml | kv.codec=xml: expected one of raw, struct, fory, java",
        "kv.codec= | kv.codec=: expected one of raw, struct, fory, java",
        "kv.codek=fory | did you mean kv.codec?",
      })
  void badValuesAreRefused(String property, String message) throws Exception {
    Ended ended = loadgen("run", "-p", property, "-n", "10");
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).startsWith("loadgen: ").contains(message);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatSaysWhatValuesAreIsRefused() throws Exception {
    Ended ended = loadgen("run", "-p", "kv.codec=struct", "-p", "fieldlength=20", "-n", "10");
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err())
        .startsWith(
            "loadgen: fieldlength=20: has no meaning with kv.codec=struct, which stores users");
    assertThat(directory).isEmptyDirectory();
  }
}
