package dev.loadgen.kv.codec;

/// Bytes that are no user in the encoding that is read; the message is a sentence. Without a stack
/// trace: a store that was loaded otherwise throws one for each operation.
public final class UndecodableException extends Exception {
  private static final long serialVersionUID = 1;

  UndecodableException(String message) {
    super(message, null, false, false);
  }

  UndecodableException(String message, Throwable cause) {
    super(message + ": " + cause, cause, false, false);
  }
}
