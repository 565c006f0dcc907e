package dev.loadgen.driver;

import java.util.List;

/// Describes a server that a bundle brings along and starts it: the system under test of a driver
/// that ships with one, or the far end of a queue. Found by `java.util.ServiceLoader`, in
/// `META-INF/services/dev.loadgen.driver.ServerProvider`; `loadgen serve NAME` runs it.
///
/// No method but [#start] may do I/O, start a thread or be slow.
public interface ServerProvider {
  /// The version of the SPI that the server was compiled against: return [Spi#VERSION].
  int spiVersion();

  /// The name by which users choose it: lower-case letters, digits and hyphens, a letter first.
  String name();

  /// What it serves, in one line.
  String summary();

  /// Its settings. Each is an option of `loadgen serve NAME`: `httpPort` is `--http-port`.
  List<Property<?>> properties();

  /// Starts it; returns once it serves.
  ///
  /// @throws SettingsException if the settings contradict one another; shown as bad usage
  /// @throws Exception if it cannot serve; what it began is undone
  Server start(Settings settings) throws Exception;
}
