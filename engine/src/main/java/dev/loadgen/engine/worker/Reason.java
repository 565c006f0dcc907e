package dev.loadgen.engine.worker;

/// What was thrown, in a few words; whatever its own methods do.
final class Reason {
  private static final int MOST = 500;

  private Reason() {}

  /// The class, without its package, and the message.
  static String of(Throwable e) {
    String message = message(e);
    return e.getClass().getSimpleName() + (message.isEmpty() ? "" : ": " + message);
  }

  /// The message, cut where it is very long; empty if there is none.
  static String message(Throwable e) {
    String message;
    try {
      message = e.getMessage();
    } catch (Throwable f) { // a driver's class may do anything here
      return "(its getMessage() throws " + f.getClass().getName() + ")";
    }
    if (message == null) {
      return "";
    }
    return message.length() > MOST ? message.substring(0, MOST) + "…" : message;
  }
}
