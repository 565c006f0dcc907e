package dev.loadgen.driver;

/// The version of this interface.
public final class Spi {
  /// What [DriverProvider#spiVersion] returns. A compile-time constant, so javac copies it into the
  /// driver's class file and an old jar goes on telling its own age.
  public static final int VERSION = 1;

  private Spi() {}
}
