package dev.loadgen.kv.resp;

/// Bytes that are not RESP, or break a limit. The message is what Redis says after `-ERR Protocol
/// error: `; after it the connection is closed. Carries no stack trace: whoever sends garbage must
/// not cost more than whoever does not.
public final class ProtocolException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param message what is wrong
  public ProtocolException(String message) {
    super(message, null, false, false);
  }
}
