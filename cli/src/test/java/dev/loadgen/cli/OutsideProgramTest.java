package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class OutsideProgramTest {
  @TempDir Path directory;

  @Test
  void whatIsThereIsFoundInTheFirstDirectoryThatHasIt() throws Exception {
    Path first = Files.createDirectory(directory.resolve("first"));
    Path second = Files.createDirectory(directory.resolve("second"));
    Files.writeString(first.resolve("tool"), "not executable");
    Path tool = Files.writeString(second.resolve("tool"), "#!/bin/sh\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();

    assertThat(OutsideProgram.find("tool", List.of(first, second), Set.of("tool"))).isEqualTo(tool);
  }

  @Test
  void whatIsMissingSkipsTheTestUnlessItIsRequired() {
    assertThatThrownBy(() -> OutsideProgram.find("tool", List.of(directory), Set.of("other")))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("tool");
    assertThatThrownBy(() -> OutsideProgram.find("tool", List.of(directory), Set.of("tool")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("tool");
    assertThat(OutsideProgram.names(" mvn, script,,")).containsExactlyInAnyOrder("mvn", "script");
    assertThat(OutsideProgram.names("")).isEmpty();
  }
}
