package dev.loadgen.cli;

/// Bad usage: one sentence that names the option and the value. Exit code 2.
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message one sentence that names the option and the value
  public UsageException(String message) {
    super(message);
  }

  /// @param message one sentence that names the option and the value
  /// @param cause what lies behind it
  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
