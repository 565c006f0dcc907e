package dev.loadgen.driver;

/// A connection that executes one operation at a time. The engine never calls it from two threads
/// at once. This is all that most authors of drivers write.
public interface Session extends AutoCloseable {
  /// Executes the operation and returns when the system has answered. The time between call and
  /// return is the service time.
  ///
  /// A retry belongs to the operation that it repeats: do it here, and its time counts.
  ///
  /// @param operation valid only until this method returns: keep neither it nor its buffers
  /// @return how it went, never null
  /// @throws Exception if the operation failed: it alone fails, counted by the exception's class.
  ///   An [Error] ends the run. Let an [InterruptedException] through: it is how the engine asks a
  ///   hanging session to give up.
  Outcome execute(Operation operation) throws Exception;

  /// Closes the session; called by the thread that used it.
  @Override
  default void close() throws Exception {}
}
