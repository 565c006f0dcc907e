package dev.loadgen.kv.driver;

/// The server answered with an error; the message is its text. Without a stack trace: it says
/// nothing that the text does not, and would cost more than the operation.
public final class ServerErrorException extends Exception {
  private static final long serialVersionUID = 1;

  ServerErrorException(String message) {
    super(message, null, false, false);
  }
}
