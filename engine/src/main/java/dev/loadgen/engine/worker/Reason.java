package dev.loadgen.engine.worker;

/// What a driver threw, in a few words.
final class Reason {
  private Reason() {}

  /// The class, without its package, and the message.
  static String of(Throwable e) {
    String message = e.getMessage();
    return e.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }
}
