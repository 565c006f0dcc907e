package dev.loadgen.engine.worker;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;

/// What was thrown, in a few words; whatever its own methods do.
final class Reason {
  private static final int MOST = 500;
  private static final int MOST_CAUSES = 3;
  private static final int MOST_FRAMES = 10;

  private Reason() {}

  /// The class, without its package, the message, and what caused it.
  static String of(Throwable e) {
    Throwable told = unwrapped(e);
    return part(told) + causes(told);
  }

  /// The message, with what caused it; cut where it is very long, in one line, and empty if there
  /// is none.
  static String message(Throwable e) {
    Throwable told = unwrapped(e);
    String causes = causes(told);
    if (isWrapper(e)) {
      return "caused by " + part(told) + causes;
    }
    String message = own(told);
    return message.isEmpty() && !causes.isEmpty() ? causes.strip() : message + causes;
  }

  /// Where it comes from: the first frames of the innermost cause that is told.
  static List<String> frames(Throwable e) {
    try {
      return Arrays.stream(unwrapped(e).getStackTrace())
          .limit(MOST_FRAMES)
          .map(StackTraceElement::toString)
          .toList();
    } catch (RuntimeException f) { // a driver's class may do anything here
      return List.of();
    }
  }

  private static String part(Throwable e) {
    String message = own(e);
    return e.getClass().getSimpleName() + (message.isEmpty() ? "" : ": " + message);
  }

  private static String causes(Throwable e) {
    StringBuilder text = new StringBuilder();
    Throwable cause = cause(e);
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) { // they may cause one another
      text.append(" caused by ").append(part(cause));
      cause = cause(cause);
    }
    return text.toString();
  }

  /// Without a wrapper that tells nothing.
  private static Throwable unwrapped(Throwable e) {
    return isWrapper(e) ? cause(e) : e;
  }

  private static boolean isWrapper(Throwable e) {
    return (e instanceof InvocationTargetException || e instanceof ExceptionInInitializerError)
        && cause(e) != null;
  }

  private static Throwable cause(Throwable e) {
    try {
      return e.getCause();
    } catch (Throwable f) { // a driver's class may do anything here
      return null;
    }
  }

  private static String own(Throwable e) {
    String message;
    try {
      message = e.getMessage();
    } catch (Throwable f) { // a driver's class may do anything here
      return "(its getMessage() throws " + f.getClass().getName() + ")";
    }
    if (message == null) {
      return "";
    }
    Throwable cause = cause(e);
    if (cause != null && message.equals(String.valueOf(toString(cause)))) {
      return ""; // what `new Exception(cause)` makes of it: the cause is told anyhow
    }
    String line = message.strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() > MOST ? line.substring(0, MOST) + "…" : line;
  }

  private static String toString(Throwable e) {
    try {
      return e.toString();
    } catch (Throwable f) { // a driver's class may do anything here
      return "";
    }
  }
}
