package dev.loadgen.engine.plan;

/// A plan is malformed or contradicts itself. The message is one sentence that names the option and
/// the value; it is shown to the user as it stands, as bad usage.
public final class PlanException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /// @param message one sentence that names the option and the value
  public PlanException(String message) {
    super(message);
  }

  /// @param message one sentence that names the option and the value
  /// @param cause what lies behind it
  public PlanException(String message, Throwable cause) {
    super(message, cause);
  }
}
