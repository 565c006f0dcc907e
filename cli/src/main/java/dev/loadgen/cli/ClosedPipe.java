package dev.loadgen.cli;

import java.io.IOException;

/// A pipe whose reader has seen enough, as `head` has: no failure of who writes.
public final class ClosedPipe {
  private ClosedPipe() {}

  /// Whether that is why writing failed.
  public static boolean isReason(IOException failure) {
    return String.valueOf(failure.getMessage()).contains("Broken pipe");
  }
}
