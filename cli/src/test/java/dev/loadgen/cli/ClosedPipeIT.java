package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A reader that has seen enough, as `head` has, is no failure.
class ClosedPipeIT {
  @TempDir Path directory;

  @Test
  void aReaderThatIsGoneIsNotComplainedOf() throws Exception {
    LoadgenProcess.start(
            directory, "run", "--driver", "noop", "--target", "1000", "-n", "100", "-o", "run")
        .endWell();
    assertThat(errorsAndExitCodeWithoutAReader("process run")).isEqualTo("0");
  }

  @Test
  void norIsAReaderOfAPartOfASchedule() throws Exception {
    String schedule = "schedule --driver noop --target 1000k -d 1h";
    assertThat(errorsAndExitCodeWithoutAReader(schedule)).isEqualTo("0");
  }

  private String errorsAndExitCodeWithoutAReader(String arguments) throws Exception {
    String command = LoadgenProcess.command() + " " + arguments;
    Ended ended =
        LoadgenProcess.start(
                directory,
                Map.of(),
                List.of(
                    "sh", "-c", "{ " + command + "; echo $? >&2; } | { exec <&-; cat /dev/null; }"))
            .end();
    return ended.err().strip();
  }
}
