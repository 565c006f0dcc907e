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
    String process = LoadgenProcess.command() + " process run";
    Ended ended =
        LoadgenProcess.start(
                directory,
                Map.of(),
                List.of(
                    "sh", "-c", "{ " + process + "; echo $? >&2; } | { exec <&-; cat /dev/null; }"))
            .end();
    assertThat(ended.err().strip()).isEqualTo("0");
  }
}
