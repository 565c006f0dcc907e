package dev.loadgen.driver;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Describes a driver and creates it. Found by `java.util.ServiceLoader`: a bundle names its
/// providers in `META-INF/services/dev.loadgen.driver.DriverProvider`.
///
/// No method but [#create] may do I/O, start a thread or be slow: the describing methods are called
/// to print help.
public interface DriverProvider {
  /// The version of the SPI that the driver was compiled against: return [Spi#VERSION].
  int spiVersion();

  /// The name by which users choose the driver (`--driver NAME`) and the prefix of its settings
  /// (`NAME.property`): lower-case letters, digits and hyphens, a letter first.
  String name();

  /// What the driver is for, in one line.
  String summary();

  /// The settings that the driver understands.
  List<Property<?>> properties();

  /// The kinds of operation that the driver offers under these settings, at least one. The engine
  /// passes the very instances of this list back in [Operation#kind]: compare them with `==`.
  ///
  /// @throws SettingsException if the settings contradict one another
  List<OperationKind> operations(Settings settings);

  /// Why the workload's fields and values are nothing to this driver under these settings, though
  /// its kinds read and write records: because it makes values of its own. Completes the sentence
  /// `fieldlength=20: has no meaning with …`, with which settings of the workload that say what
  /// values are will be refused. With `--verify` such a driver checks itself what it reads
  /// ([DriverContext#checked]). Empty, as by default, where values are the workload's.
  ///
  /// @throws SettingsException if the settings contradict one another
  default Optional<String> ownValues(Settings settings) {
    return Optional.empty();
  }

  /// The styles of session that [Driver] can open under these settings.
  default Set<SessionStyle> styles(Settings settings) {
    return Set.of(SessionStyle.BLOCKING);
  }

  /// How many asynchronous sessions suffice to load the system, if users do not say how many they
  /// want; empty if one for each thread that sends will do.
  default OptionalInt asyncSessions(Settings settings) {
    return OptionalInt.empty();
  }

  /// Creates the driver of one run. May connect, allocate, start threads; what it starts,
  /// [Driver#close] ends.
  ///
  /// @throws SettingsException if the settings contradict one another; shown as bad usage
  /// @throws Exception if the system cannot be reached; the run then does not start
  Driver create(Settings settings, DriverContext context) throws Exception;
}
