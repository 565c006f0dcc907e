package dev.loadgen.cli;

/// Keeps what is told of the world's texts to one line of a terminal's letters: exceptions and
/// files may hold anything.
public final class Sentence {
  private static final int MOST = 2_000;
  private static final int MOST_QUOTED = 80;

  private Sentence() {}

  /// A message as one line.
  public static String of(String message) {
    return cut(oneLine(message), MOST);
  }

  /// A text that is quoted in a message: cut where it is long.
  public static String quoted(CharSequence text) {
    return cut(oneLine(text.toString()), MOST_QUOTED);
  }

  /// Without line breaks and other control characters.
  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ").replaceAll("\\p{Cntrl}", "\uFFFD");
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }
}
