package dev.loadgen.driver;

/// A connection with several operations in flight. [#submit] is called by one thread at a time;
/// completions may come from any.
public interface AsyncSession extends AutoCloseable {
  /// Sends the operation without waiting for the answer. Must not block.
  ///
  /// @param operation valid only until this method returns: keep neither it nor its buffers
  /// @param ticket names the operation in the one call of `completions` that must follow, during
  ///   this call or later
  /// @param completions where the operation is completed
  /// @throws Exception if it could not be sent: the operation fails, and its ticket must not be
  ///   completed
  void submit(Operation operation, long ticket, Completions completions) throws Exception;

  /// Nothing more is due right now: what was held back to be sent together should go out.
  default void flush() throws Exception {}

  /// Closes the session; called by the thread that used it.
  @Override
  default void close() throws Exception {}
}
