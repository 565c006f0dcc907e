package dev.loadgen.cli.run;

import dev.loadgen.engine.result.RunStatus;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Keeps what was measured if something ends the process while a run goes on: a driver that calls
/// `System.exit`, or whatever makes the JVM shut down. The run is stopped without a drain,
/// everything is written and printed, and the exit code is that of a failed run.
final class ExitGuard implements AutoCloseable {
  private static final long PATIENCE_S = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Runnable stop;
  private final PrintWriter err;
  private final Thread hook = new Thread(this::finish, "loadgen-exit");

  private ExitGuard(Runnable stop, PrintWriter err) {
    this.stop = stop;
    this.err = err;
  }

  /// Guards until it is closed.
  ///
  /// @param stop ends the run; called twice, without a drain
  static ExitGuard guard(Runnable stop, PrintWriter err) {
    ExitGuard guard = new ExitGuard(stop, err);
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  private void finish() {
    err.println("loadgen: something in this process called System.exit: the run ends now");
    err.flush();
    stop.run();
    stop.run();
    try {
      if (!over.await(PATIENCE_S, TimeUnit.SECONDS)) {
        err.println("loadgen: the run did not end within " + PATIENCE_S + " s");
        err.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(RunStatus.FAILED.exitCode());
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
