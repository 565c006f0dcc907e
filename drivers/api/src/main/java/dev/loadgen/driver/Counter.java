package dev.loadgen.driver;

/// A sum that only grows; shown per interval and in the summary. Thread-safe.
public interface Counter {
  /// A driver that simulates a system by sleeping knows how long it meant to sleep, and how long it
  /// really did. It counts both, in `ns`, under this name and [#SLEEP_ACTUAL]; the summary then
  /// prints the difference as what the generator's machine added to the service time.
  String SLEEP_MEANT = "sleep.meant";

  /// How long the driver really slept: see [#SLEEP_MEANT].
  String SLEEP_ACTUAL = "sleep.actual";

  /// Adds to the sum.
  ///
  /// @param amount 0 or more
  void add(long amount);
}
