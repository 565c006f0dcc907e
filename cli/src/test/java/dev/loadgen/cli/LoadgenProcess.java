package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A process, mostly the command of the distribution. What it writes comes through pipes and is
/// collected while it runs, so that a test can wait for what it says instead of for some time.
final class LoadgenProcess {
  /// The distribution.
  static final Path HOME = Path.of(System.getProperty("loadgen.dist"));

  // Not what is expected of anything: only so that a test that hangs ends.
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  /// How it ended, and all that it wrote.
  record Ended(int exitCode, String out, String err) {}

  private final Process process;
  private final Collector out;
  private final Collector err;

  private LoadgenProcess(Process process) {
    this.process = process;
    this.out = new Collector(process.getInputStream());
    this.err = new Collector(process.getErrorStream());
  }

  /// The path of the command.
  static String command() {
    return HOME.resolve("bin/loadgen").toString();
  }

  /// Starts `loadgen`.
  ///
  /// @param directory where it runs
  static LoadgenProcess start(Path directory, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(command()));
    command.addAll(List.of(arguments));
    return start(directory, Map.of(), command);
  }

  /// Starts any command.
  ///
  /// @param environment what is changed in the environment
  static LoadgenProcess start(Path directory, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().remove("NO_COLOR");
    builder.environment().put("LOADGEN_DRIVERS", "");
    builder.environment().putAll(environment);
    return new LoadgenProcess(builder.start());
  }

  /// Waits until it has said something on stderr.
  ///
  /// @param text a regular expression
  void awaitErr(String text) throws InterruptedException {
    if (!err.await(Pattern.compile(text))) {
      process.destroyForcibly();
      fail("it never said '%s' on stderr, but:%n%s", text, err.text());
    }
  }

  /// Waits until it has said something on stdout.
  ///
  /// @param text a regular expression
  /// @return all that it has said there
  String awaitOut(String text) throws InterruptedException {
    if (!out.await(Pattern.compile(text))) {
      process.destroyForcibly();
      fail("it never said '%s' on stdout, but:%n%s%s", text, out.text(), err.text());
    }
    return out.text();
  }

  /// Waits until it has a file open; on Linux.
  void awaitOpen(Path file) throws IOException {
    Path descriptors = Path.of("/proc", Long.toString(process.pid()), "fd");
    while (process.isAlive()) {
      try (Stream<Path> open = Files.list(descriptors)) {
        for (Path each : open.toList()) {
          if (Files.readSymbolicLink(each).equals(file)) {
            return;
          }
        }
      } catch (NoSuchFileException e) {
        // It was closed in between.
      }
    }
    fail("it ended without having opened %s:%n%s", file, err.text());
  }

  /// Sends SIGTERM.
  void terminate() {
    process.toHandle().destroy(); // Process.destroy would also close what it writes to
  }

  /// Sends SIGKILL.
  void kill() {
    process.destroyForcibly();
  }

  /// Sends SIGTERM again and again.
  Ended terminateUntilItEnds() throws InterruptedException {
    long deadlineNs = System.nanoTime() + PATIENCE_NS;
    do {
      terminate();
    } while (!process.waitFor(100, TimeUnit.MILLISECONDS) && System.nanoTime() < deadlineNs);
    return end();
  }

  /// Waits for its end.
  Ended end() throws InterruptedException {
    if (!process.waitFor(PATIENCE_NS, TimeUnit.NANOSECONDS)) {
      process.destroyForcibly();
      fail("it did not end, after writing:%n%s%s", out.text(), err.text());
    }
    out.thread.join();
    err.thread.join();
    return new Ended(process.exitValue(), out.text(), err.text());
  }

  /// Waits for its end, which must be good.
  Ended endWell() throws InterruptedException {
    Ended ended = end();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    return ended;
  }

  /// Reads a stream to its end on a thread of its own. The text is guarded by this.
  private static final class Collector {
    final Thread thread;
    private final StringBuilder text = new StringBuilder();
    private boolean ended;

    Collector(InputStream stream) {
      thread = Thread.ofVirtual().start(() -> collect(stream));
    }

    private void collect(InputStream stream) {
      char[] buffer = new char[8192];
      try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
        for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
          add(buffer, n);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        end();
      }
    }

    private synchronized void add(char[] buffer, int length) {
      text.append(buffer, 0, length);
      notifyAll();
    }

    private synchronized void end() {
      ended = true;
      notifyAll();
    }

    synchronized boolean await(Pattern pattern) throws InterruptedException {
      long deadlineNs = System.nanoTime() + PATIENCE_NS;
      Matcher matcher = pattern.matcher(text);
      while (!matcher.reset().find()) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (ended || leftMs <= 0) {
          return false;
        }
        wait(leftMs);
      }
      return true;
    }

    synchronized String text() {
      return text.toString();
    }
  }
}
