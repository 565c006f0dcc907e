package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.ipc.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Has jcstress run the races of [RingStress]: short by default, its own default length with
/// `-Dloadgen.jcstress=default`.
class RingStressTest {
  @TempDir private Path directory;

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS) // the long form
  void noRaceHasAForbiddenOutcome() throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildJvm.java(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-t",
                "dev.loadgen.ipc.ring.RingStress",
                "-r",
                directory.toString(),
                "-v"));
    String mode = System.getProperty("loadgen.jcstress", "short");
    boolean isShort = mode.equals("short");
    if (isShort) {
      // One JVM for each race, and none to find out what the machine offers.
      command.addAll(
          List.of(
              "-f",
              "1",
              "-iters",
              "1",
              "-time",
              "200",
              "-sc",
              "false",
              "-jvmArgs",
              "-Xmx256m --enable-native-access=ALL-UNNAMED"));
    } else {
      command.addAll(List.of("-m", mode));
    }
    List<String> lines = new ArrayList<>();
    try (ChildJvm jcstress = ChildJvm.run(command, directory)) {
      String line;
      while ((line = jcstress.line()) != null) {
        lines.add(line);
        if (!isShort) {
          System.out.println(line); // how far it is
        }
      }
      assertThat(jcstress.await()).as(String.join("\n", lines)).isZero();
    }
    String said = String.join("\n", lines);
    for (Class<?> race : RingStress.class.getClasses()) {
      assertThat(said).contains("[OK] " + race.getName().replace('$', '.'));
    }
    assertThat(said).contains("Failed tests: No matches", "Error tests: No matches");
  }
}
