package dev.loadgen.cli.run;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.result.RunStatus;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Keeps what was measured if something ends the process while a run goes on: a driver that calls
/// `System.exit`, or whatever makes the JVM shut down. The run ends as failed, everything is
/// written and printed, and the exit code is that of the run, whatever the driver asked for.
final class ExitGuard implements AutoCloseable {
  private static final long PATIENCE_S = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread runner = Thread.currentThread();
  private final PrintWriter err;
  private final Thread hook = new Thread(this::finish, "loadgen-exit");
  private volatile LoadGenerator generator;
  private volatile int exitCode = RunStatus.FAILED.exitCode();

  private ExitGuard(PrintWriter err) {
    this.err = err;
  }

  /// Guards what the present thread does, until it is closed.
  static ExitGuard guard(PrintWriter err) {
    ExitGuard guard = new ExitGuard(err);
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  /// From now on there is a run to be ended.
  void running(LoadGenerator newGenerator) {
    generator = newGenerator;
  }

  /// The run is over.
  void exitCode(int code) {
    exitCode = code;
  }

  private void finish() {
    String sentence = "something in this process called System.exit";
    err.println("loadgen: " + sentence + ": the run ends now");
    err.flush();
    // Whoever calls System.exit never returns from it: if it is the run's own thread, in the hands
    // of
    // the driver, there is nothing to wait for.
    boolean itself =
        Arrays.stream(runner.getStackTrace())
            .anyMatch(frame ->
                frame.getClassName().equals("java.lang.Runtime")
                    && frame.getMethodName().equals("exit"));
    if (!itself && generator != null) {
      generator.abort(new IllegalStateException(sentence));
      try {
        if (!over.await(PATIENCE_S, TimeUnit.SECONDS)) {
          err.println("loadgen: the run did not end within " + PATIENCE_S + " s");
          err.flush();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    Runtime.getRuntime().halt(exitCode);
  }

  /// Everything is written and printed.
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: the hook, which waited for this, ends it.
    }
  }
}
