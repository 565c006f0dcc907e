package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The example of a driver of one's own, as its README says: built by Maven outside of this build,
/// against what the distribution holds.
class CustomDriverIT {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("loadgen.examples"), "custom-driver");

  @TempDir Path directory;

  @Test
  void theExampleIsBuiltAgainstTheDistributionAndRun() throws Exception {
    Path project = copyOfTheExample();
    Path repository =
        UserMaven.run(project, directory, "-Dloadgen.home=" + LoadgenProcess.HOME, "package");
    comesFromTheDistribution(repository, "loadgen-driver-api");
    comesFromTheDistribution(repository, "loadgen-driver-testkit");
    comesFromTheDistribution(repository, "loadgen-engine");
    comesFromTheDistribution(repository, "loadgen-histograms");
    assertThat(project.resolve("target/surefire-reports/TEST-example.MapDriverLoadTest.xml"))
        .content()
        .contains("tests=\"1\"", "failures=\"0\"", "errors=\"0\"", "skipped=\"0\"");
    assertThat(project.resolve("target/surefire-reports/TEST-example.MapDriverTest.xml"))
        .content()
        .contains("contract()[9]", "failures=\"0\"", "errors=\"0\"", "skipped=\"0\"");

    String jar = project.resolve("target/mapdb-1.jar").toString();
    assertThat(LoadgenProcess.start(directory, "drivers", "--driver-jar", jar).endWell().out())
        .contains("mapdb", "a map in memory");
    assertThat(LoadgenProcess.start(directory, "drivers", "check", jar).endWell().out())
        .contains("  kept         the properties are sound", "The contract is kept.")
        .doesNotContain("BROKEN");
    LoadgenProcess.start(
            directory,
            "run",
            "--driver-jar",
            jar,
            "--driver",
            "mapdb",
            "--target",
            "1000",
            "--threads",
            "2",
            "--operations",
            "500",
            "--output",
            "results")
        .endWell();

    JsonNode summary = Results.summary(directory.resolve("results"));
    assertThat(summary.at("/ledger/scheduled").asLong()).isEqualTo(500);
    assertThat(summary.at("/ledger/succeeded").asLong()).isEqualTo(500);
    JsonNode read = summary.at("/operations/0");
    assertThat(read.get("name").asString()).isEqualTo("READ");
    // Reads of keys that no update has written yet: so the driver's answers arrive as they are.
    assertThat(read.at("/outcomes/NOT_FOUND").asLong()).isPositive();
    assertThat(Results.untaggedCount(directory.resolve("results/latency.hlog"))).isEqualTo(500);
  }

  private Path copyOfTheExample() throws IOException {
    Path project = directory.resolve("project");
    try (Stream<Path> files = Files.walk(EXAMPLE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = EXAMPLE.relativize(file);
        if (!relative.startsWith("target")) {
          Path copy = project.resolve(relative);
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
    return project;
  }

  /// Maven notes for each file of a local repository the id of the repository that it came from.
  private static void comesFromTheDistribution(Path repository, String artifact)
      throws IOException {
    Path artifacts = Path.of("dev/loadgen", artifact, "0.1.0-SNAPSHOT");
    Path fetched = repository.resolve(artifacts);
    String jar = artifact + "-0.1.0-SNAPSHOT.jar";
    // Maven would put up with a pom that is missing.
    assertThat(fetched.resolve("_remote.repositories"))
        .content()
        .contains(jar + ">loadgen=", jar.replace(".jar", ".pom") + ">loadgen=");
    assertThat(fetched.resolve(jar))
        .hasSameBinaryContentAs(
            LoadgenProcess.HOME.resolve("maven").resolve(artifacts).resolve(jar));
  }
}
