package dev.loadgen.driver;

/// One run's connection to the system under test. Thread-safe: sessions are opened by several
/// threads at once.
public interface Driver extends AutoCloseable {
  /// Opens the blocking session of one worker. Called once for each index, by the thread that will
  /// use the session, before the schedule starts.
  ///
  /// @param index 0 to [DriverContext#sessions] − 1
  /// @throws Exception if it cannot be opened; the run then does not start
  Session open(int index) throws Exception;

  /// Opens an asynchronous session, for a driver whose [DriverProvider#styles] name
  /// [SessionStyle#ASYNC].
  ///
  /// @param index 0 to [DriverContext#sessions] − 1
  /// @throws Exception if it cannot be opened; the run then does not start
  default AsyncSession openAsync(int index) throws Exception {
    throw new UnsupportedOperationException("this driver has no asynchronous sessions");
  }

  /// Tells when the load begins; called once, after all sessions are open. A driver that simulates
  /// a system can anchor its own events (such as periodic pauses) here; others need not care.
  ///
  /// @param untilStartNs nanoseconds from this call until the schedule starts, at least 0
  default void starting(long untilStartNs) {}

  /// Ends what the driver started. Called once, after the sessions were closed; the engine waits a
  /// few seconds at most. A session that hangs is never closed, so this must work without it.
  @Override
  default void close() throws Exception {}
}
