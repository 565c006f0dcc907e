package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import dev.loadgen.cli.bundles.BundleWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A secret is shown nowhere: results are passed on, and terminals are recorded.
class SecretsIT {
  private static final String SECRET = "hunter2-but-longer";

  @TempDir Path directory;

  private String jar;

  @BeforeEach
  void compile() throws IOException {
    // It gets the secret, and shows its settings as a whole: in them the secret is hidden.
    jar =
        new BundleWriter(directory)
            .workingDriver(
                "vault",
                """
                Property.secret("password", "of the user")
                    .where(text -> text.length() > 6, "more than 6 characters"),
                Property.text("user", "nobody", "the user")\
                """,
                """
                System.err.println("password of length " + text(settings, 0).length()
                    + ", settings " + settings);
                return index -> operation -> Outcome.OK;
                """)
            .write(directory.resolve("vault.jar"))
            .toString();
  }

  private LoadgenProcess run(String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", "--driver-jar", jar, "--driver", "vault", "-n", "10", "-o", "out"));
    arguments.addAll(List.of(options));
    return LoadgenProcess.start(directory, arguments.toArray(String[]::new));
  }

  private void isShownNowhere(Ended ended) throws IOException {
    assertThat(ended.err()).contains("password of length " + SECRET.length());
    assertThat(ended.err()).doesNotContain(SECRET);
    assertThat(ended.out()).doesNotContain(SECRET);
    try (Stream<Path> files = Files.list(directory.resolve("out"))) {
      for (Path file : files.toList()) {
        assertThat(file).content().doesNotContain(SECRET);
      }
    }
    assertThat(
            Results.summary(directory.resolve("out"))
                .at("/plan/properties/vault.password")
                .asString())
        .isEqualTo("***");
  }

  @Test
  void aSecretOfTheCommandLineIsShownNowhere() throws Exception {
    isShownNowhere(
        run("--json", "-p", "vault.password=" + SECRET, "-p", "vault.user=me").endWell());
    assertThat(
            Results.summary(directory.resolve("out")).at("/plan/properties/vault.user").asString())
        .isEqualTo("me");
  }

  @Test
  void aSecretOfAFileIsShownNowhere() throws Exception {
    Files.writeString(directory.resolve("secrets.properties"), "vault.password=" + SECRET + "\n");
    isShownNowhere(run("-P", "secrets.properties").endWell());
  }

  @Test
  void aSecretThatIsRefusedIsNotShownEither() throws Exception {
    Ended ended = run("-p", "vault.password=short").end();
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err())
        .contains("vault.password=***: expected more than 6 characters")
        .doesNotContain("short");
  }
}
