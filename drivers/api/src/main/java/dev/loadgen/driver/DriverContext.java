package dev.loadgen.driver;

import java.nio.ByteBuffer;

/// What the engine offers to a driver. Thread-safe.
public interface DriverContext {
  /// How many sessions will be opened.
  int sessions();

  /// The seed of the run: a driver that draws random numbers derives them from it.
  long seed();

  /// A counter that is shown per interval and in the summary. The same name gives the same counter.
  /// Those made before the load starts have a column in the timeline; later ones are in the summary
  /// only.
  ///
  /// @param name shown as `driver.name`; lower-case words joined by hyphens or dots
  /// @param unit `ns`, `bytes`, or what is counted in plural: `reconnects`
  Counter counter(String name, String unit);

  /// Begins something that explains latencies: a pause, a reconnect, a compaction. The engine
  /// stamps now and [Event#close], and marks the time between in the log and in the report.
  ///
  /// @param name what it is, in the singular: `pause`
  Event begin(String name);

  /// Whether this is the value that the workload writes under this key. Neither buffer is moved.
  boolean matches(ByteBuffer key, ByteBuffer value);

  /// Tells that the driver has compared a value that it read with what is written, because
  /// [Operation#verifies]: one of its own making ([DriverProvider#ownValues]), or one that arrived
  /// when its operation had gone ([#matches]). If it was wrong, the operation also ends with a
  /// failure by the name `WRONG_VALUE`.
  default void checked(boolean right) {}
}
