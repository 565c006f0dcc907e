package dev.loadgen.driver;

/// Something with a beginning and an end that a driver reports: see [DriverContext#begin].
public interface Event extends AutoCloseable {
  /// Ends it. A second call does nothing.
  @Override
  void close();
}
