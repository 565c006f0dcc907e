package dev.loadgen.cli;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.result.RunStatus;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Has the last word if something ends the process while a command is at work: a driver that calls
/// `System.exit`, or whatever makes the JVM shut down. A run that goes on ends as failed,
/// everything is written and printed; the exit code is ours, whatever the driver asked for.
public final class ExitGuard implements AutoCloseable {
  private static final long PATIENCE_S = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread runner = Thread.currentThread();
  private final PrintWriter err;
  private final Supplier<String> consequence;
  private final Thread hook = new Thread(this::finish, "loadgen-exit");
  private volatile LoadGenerator generator;
  private volatile boolean begun;
  private volatile int exitCode = RunStatus.FAILED.exitCode();

  private ExitGuard(PrintWriter err, Supplier<String> consequence) {
    this.err = err;
    this.consequence = consequence;
  }

  /// Guards what the present thread does, until it is closed.
  ///
  /// @param consequence what the exit means, as the end of a sentence; asked for when it happens
  public static ExitGuard guard(PrintWriter err, Supplier<String> consequence) {
    ExitGuard guard = new ExitGuard(err, consequence);
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  /// From now on there is a run to be ended.
  public void running(LoadGenerator newGenerator) {
    generator = newGenerator;
  }

  /// The run's load begins: from now on there is something to be kept.
  public void begun() {
    begun = true;
  }

  /// The run is over.
  public void exitCode(int code) {
    exitCode = code;
  }

  private void finish() {
    String sentence = "something in this process called System.exit";
    err.println("loadgen: " + sentence + ": " + consequence.get());
    err.flush();
    // Whoever calls System.exit never returns from it: if it is the run's own thread, in the hands
    // of the driver, there is nothing to wait for.
    boolean itself =
        Arrays.stream(runner.getStackTrace())
            .anyMatch(frame ->
                frame.getClassName().equals("java.lang.Runtime")
                    && frame.getMethodName().equals("exit"));
    if (generator != null && !begun) {
      generator.abandon();
    } else if (generator != null && !itself) {
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
