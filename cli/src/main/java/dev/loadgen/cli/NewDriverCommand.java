package dev.loadgen.cli;

import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.driver.Names;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loadgen drivers new`: the example of a driver of one's own, under another name.
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description =
        "Write the project of a new driver into the directory NAME: it builds, passes its tests and"
            + " runs as it stands.")
final class NewDriverCommand implements Callable<Integer> {
  private static final String NAME = "mapdb";
  private static final String CLASS = "MapDriver";
  private static final String PACKAGE = "example";
  private static final String HOME = "${env.LOADGEN_HOME}";
  private static final Set<String> RESERVED = Set.of("new", "check");

  @Parameters(
      paramLabel = "NAME",
      description = "The driver's name: lower-case letters, digits and hyphens, a letter first.")
  String name;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path home = Home.directory();
    requireName(home);
    Path template = home == null ? null : home.resolve("examples/custom-driver");
    if (template == null || !Files.isDirectory(template)) {
      throw new UsageException("drivers new: the distribution's examples are not there");
    }
    Path target = Path.of(name);
    requireEmpty(target);
    try (Stream<Path> files = Files.walk(template)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Path copy = target.resolve(renamed(template.relativize(file).toString()));
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, renamed(Files.readString(file)).replace(HOME, home.toString()));
      }
    }
    report(target);
    return 0;
  }

  private void requireName(Path home) {
    String option = "drivers new " + name + ": ";
    if (!Names.isDriverName(name)) {
      throw new UsageException(
          option + "expected lower-case letters, digits and hyphens, a letter first");
    }
    if (RESERVED.contains(name)) {
      throw new UsageException(option + "this name is taken by `loadgen drivers " + name + "`");
    }
    if (Bundles.find(home, List.of()).unchecked().stream()
        .anyMatch(driver -> driver.name().equals(name))) {
      throw new UsageException(option + "there is a driver of this name already");
    }
    if (packageName().equals("java")) {
      throw new UsageException(option + "Java keeps this name for its own packages");
    }
    if (SourceVersion.isKeyword(packageName())) {
      throw new UsageException(option + "this is a keyword of Java");
    }
  }

  private static void requireEmpty(Path target) throws IOException {
    if (Files.exists(target)) {
      if (!Files.isDirectory(target)) {
        throw new UsageException("drivers new: " + target + " is there, and is no directory");
      }
      try (Stream<Path> entries = Files.list(target)) {
        if (entries.findAny().isPresent()) {
          throw new UsageException("drivers new: the directory " + target + " is not empty");
        }
      }
    }
  }

  private String packageName() {
    return name.replace("-", "");
  }

  private String className() {
    return Arrays.stream(name.split("-", -1))
            .filter(part -> !part.isEmpty())
            .map(part -> Character.toUpperCase(part.charAt(0)) + part.substring(1))
            .collect(Collectors.joining())
        + "Driver";
  }

  /// Paths and texts of the example with the new names.
  private String renamed(String text) {
    return text.replace(CLASS, className())
        .replace("package " + PACKAGE, "package " + packageName())
        .replace(PACKAGE + ".", packageName() + ".")
        .replace("java/" + PACKAGE, "java/" + packageName())
        .replace("<groupId>" + PACKAGE, "<groupId>" + packageName())
        .replace(NAME, name);
  }

  private void report(Path target) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Written:");
    try (Stream<Path> files = Files.walk(target)) {
      List<Path> written = files.filter(Files::isRegularFile).sorted().toList();
      written.forEach(file -> out.println("  " + file));
    }
    out.println();
    out.println("Next:");
    out.println("  cd " + target + " && mvn package");
    out.println("  loadgen drivers check target/" + name + "-1.jar");
    out.println(
        "  loadgen run --driver "
            + name
            + " --driver-jar target/"
            + name
            + "-1.jar --target 1000 -d 5s");
    out.flush();
  }
}
