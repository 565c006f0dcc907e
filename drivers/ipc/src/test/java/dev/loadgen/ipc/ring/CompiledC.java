package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.opentest4j.TestAbortedException;

/// A C program of the tests, compiled by `cc`. Where there is none the test is skipped, unless
/// `-Dloadgen.require=cc` says that there must be one.
final class CompiledC {
  private static final String REQUIRE = "loadgen.require";

  private CompiledC() {}

  /// Compiles a source among the test resources of this package.
  ///
  /// @return the program
  static Path compile(String source, Path directory) throws IOException, InterruptedException {
    Path compiler = compiler();
    Path copy = directory.resolve(source);
    try (InputStream in = CompiledC.class.getResourceAsStream(source)) {
      Files.copy(in, copy);
    }
    Path program = directory.resolve(source.replace(".c", ""));
    Process process =
        new ProcessBuilder(
                List.of(
                    compiler.toString(),
                    "-std=gnu11",
                    "-O2",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-o",
                    program.toString(),
                    copy.toString()))
            .inheritIO()
            .start();
    assertThat(process.waitFor()).as("exit code of cc").isZero();
    return program;
  }

  private static Path compiler() {
    for (String part : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path program = Path.of(part, "cc");
      if (!part.isEmpty() && Files.isExecutable(program)) {
        return program;
      }
    }
    if (Arrays.asList(System.getProperty(REQUIRE, "").split(",", -1)).contains("cc")) {
      return fail("cc is not on the PATH, and -D%s says that it must be", REQUIRE);
    }
    throw new TestAbortedException(
        "skipped: it needs cc, which is not on the PATH (-D"
            + REQUIRE
            + "=cc makes this a failure)");
  }
}
