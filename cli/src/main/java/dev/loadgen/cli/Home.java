package dev.loadgen.cli;

import java.nio.file.Path;

/// Where the distribution lies.
public final class Home {
  private Home() {}

  /// The directory that the launcher told us; null if there was no launcher.
  public static Path directory() {
    String home = System.getProperty("loadgen.home");
    return home == null ? null : Path.of(home).toAbsolutePath();
  }
}
