package dev.loadgen.driver;

/// A setting is unknown, malformed, out of range, or contradicts another. The message is one
/// sentence that names the setting and its value; it is shown to the user as it stands, as bad
/// usage.
public final class SettingsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /// @param message one sentence that names the setting and the value
  public SettingsException(String message) {
    super(message);
  }

  /// @param message one sentence that names the setting and the value
  /// @param cause what lies behind it
  public SettingsException(String message, Throwable cause) {
    super(message, cause);
  }
}
