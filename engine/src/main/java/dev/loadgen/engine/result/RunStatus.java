package dev.loadgen.engine.result;

import java.util.Locale;

/// How a run ended.
public enum RunStatus {
  /// As planned.
  COMPLETED(0),
  /// Something went wrong: nothing succeeded, too many errors, a driver's `Error`, a full disk.
  FAILED(1),
  /// As planned, or ended early because of it: an objective did not hold.
  MISSED(99),
  /// Somebody stopped it; all that was measured until then is there.
  INTERRUPTED(130);

  private final int exitCode;

  RunStatus(int exitCode) {
    this.exitCode = exitCode;
  }

  /// As it stands in the summary.
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The exit code of the command.
  public int exitCode() {
    return exitCode;
  }
}
