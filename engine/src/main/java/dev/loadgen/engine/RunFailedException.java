package dev.loadgen.engine;

import dev.loadgen.engine.result.RunStatus;

/// The run could not start: the system cannot be reached, or the output cannot be written. Nothing
/// was measured. The message is one sentence, fit to be shown.
public final class RunFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean stopped;

  private RunFailedException(boolean stopped, String message) {
    super(message);
    this.stopped = stopped;
  }

  /// Somebody stopped the run before it had started.
  public static RunFailedException stopped() {
    return new RunFailedException(true, "stopped before the load began");
  }

  /// @param message one sentence that says what could not be done, and why
  public RunFailedException(String message) {
    super(message);
    stopped = false;
  }

  /// @param message one sentence that says what could not be done
  /// @param cause why
  public RunFailedException(String message, Throwable cause) {
    super(message, cause);
    stopped = false;
  }

  /// The exit code of the command.
  public int exitCode() {
    return (stopped ? RunStatus.INTERRUPTED : RunStatus.FAILED).exitCode();
  }
}
