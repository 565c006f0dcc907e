package dev.loadgen.driver;

/// A server that runs. Thread-safe.
public interface Server extends AutoCloseable {
  /// What it serves and where, in one line: shown once it is ready, and stable enough for scripts
  /// to wait for and to read addresses from.
  String ready();

  /// Waits until it has ended by itself or by [#close].
  ///
  /// @throws Exception if it ended because of a failure, which is shown
  void await() throws Exception;

  /// Ends it: accepts nothing more, finishes what it has begun, makes what is to last lasting.
  /// Returns within a bounded time; called again it changes nothing.
  @Override
  void close() throws Exception;
}
