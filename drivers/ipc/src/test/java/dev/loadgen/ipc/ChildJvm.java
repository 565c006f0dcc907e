package dev.loadgen.ipc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another JVM with the class path of this one, which says on its standard output how far it is.
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /// Starts one.
  public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(java(), "--enable-native-access=ALL-UNNAMED"));
    command.addAll(
        List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return run(command);
  }

  /// Starts any program.
  public static ChildJvm run(List<String> command) throws IOException {
    return run(command, null);
  }

  /// Starts any program.
  ///
  /// @param directory where it runs; null for where this process does
  public static ChildJvm run(List<String> command, Path directory) throws IOException {
    return new ChildJvm(
        new ProcessBuilder(command)
            .directory(directory == null ? null : directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /// The command that starts a JVM.
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// What it says next; null if it has ended.
  public String line() throws IOException {
    return output.readLine();
  }

  /// Kills it, as nothing that it could hinder, and waits until it is gone.
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// Waits until it has ended by itself.
  ///
  /// @return its exit code
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  /// Its process id.
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
