package dev.loadgen.ipc;

import dev.loadgen.driver.Spi;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A far end as a child process: a JVM that runs [FarEndMain]. It ends when its standard input
/// does, so it does not outlive this process, however that ends.
final class FarEndProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 3;

  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED"; // for the rings

  private final Process process;
  private final Path path;
  private Object fileKey; // null until it serves

  private FarEndProcess(Process process, Path path) {
    this.process = process;
    this.path = path;
  }

  /// Starts one, and returns once it serves.
  ///
  /// @param path the ring file that they name
  /// @param settings by full name
  /// @throws IOException if it does not; what it said about it was on standard error
  static FarEndProcess start(Path path, Map<String, String> settings) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m", NATIVE_ACCESS, "-cp", classPath()));
    command.add(FarEndMain.class.getName());
    settings.forEach((name, value) -> command.add(name + "=" + value));
    FarEndProcess started =
        new FarEndProcess(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start(),
            path);
    BufferedReader output = started.process.inputReader(StandardCharsets.UTF_8);
    if (output.readLine() == null) {
      started.close();
      throw new IOException("the far end that was to be spawned did not start");
    }
    started.fileKey = FarEndFile.key(path);
    return started;
  }

  /// Where this class and the SPI come from: all that the far end needs.
  private static String classPath() throws IOException {
    try {
      return location(FarEndMain.class) + File.pathSeparator + location(Spi.class);
    } catch (URISyntaxException e) {
      throw new IOException("the far end's classes cannot be found", e);
    }
  }

  private static Path location(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  long pid() {
    return process.pid();
  }

  /// Ends it; kills it if it does not end by itself. Takes its file away if it could not.
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } finally {
      FarEndFile.deleteIfSame(path, fileKey);
    }
  }
}
