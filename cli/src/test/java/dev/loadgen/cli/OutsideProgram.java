package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/// A program that is no part of loadgen and that a test needs. Where it is missing the test is
/// skipped; but if `-Dloadgen.require=a,b` names it, it must be there, and the test fails: so that
/// a build that is meant to test everything cannot leave something out in silence.
final class OutsideProgram {
  private static final String REQUIRE = "loadgen.require";

  private OutsideProgram() {}

  /// Finds a program on the PATH.
  ///
  /// @return the executable file
  static Path find(String name) {
    return findBeside(null, name);
  }

  /// Finds a program.
  ///
  /// @param preferred a directory to look into before the PATH; null for none
  static Path findBeside(Path preferred, String name) {
    Stream<Path> path =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .filter(part -> !part.isEmpty())
            .map(Path::of);
    return find(
        name,
        Stream.concat(Stream.ofNullable(preferred), path).toList(),
        names(System.getProperty(REQUIRE, "")));
  }

  static Path find(String name, List<Path> directories, Set<String> required) {
    for (Path directory : directories) {
      Path program = directory.resolve(name);
      if (Files.isRegularFile(program) && Files.isExecutable(program)) {
        return program;
      }
    }
    if (required.contains(name)) {
      return fail("%s is not on the PATH, and -D%s says that it must be", name, REQUIRE);
    }
    throw new TestAbortedException(
        "skipped: it needs the program "
            + name
            + ", which is not on the PATH (-D"
            + REQUIRE
            + "="
            + name
            + " makes this a failure)");
  }

  static Set<String> names(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
