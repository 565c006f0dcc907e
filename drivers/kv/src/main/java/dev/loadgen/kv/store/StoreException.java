package dev.loadgen.kv.store;

import java.io.IOException;

/// A store cannot be opened or used: it is damaged, of another version, in use by another process,
/// or full. The message is one sentence that names the file.
public final class StoreException extends IOException {
  private static final long serialVersionUID = 1;

  /// What is wrong.
  public enum Reason {
    /// Another process, or another part of this one, has it open.
    IN_USE,
    /// The files are not as they were written.
    DAMAGED,
    /// The files were written by another version.
    OTHER_VERSION,
    /// There is no room for one more record.
    FULL,
    /// A key or value is longer than the store takes.
    TOO_LONG
  }

  private final Reason reason;

  StoreException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  StoreException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /// What is wrong.
  public Reason reason() {
    return reason;
  }
}
