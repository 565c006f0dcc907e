package dev.loadgen.driver;

/// Where an asynchronous session reports that an operation has ended: from any thread, exactly once
/// per ticket. A second report for a ticket is recognised, not counted, and reported as an error of
/// the driver.
public interface Completions {
  /// The system has answered.
  ///
  /// @param ticket as given to [AsyncSession#submit]
  /// @param outcome how it went, never null
  void complete(long ticket, Outcome outcome);

  /// The operation failed; it is counted by the class of the cause.
  ///
  /// @param ticket as given to [AsyncSession#submit]
  /// @param cause why, never null
  void fail(long ticket, Throwable cause);
}
