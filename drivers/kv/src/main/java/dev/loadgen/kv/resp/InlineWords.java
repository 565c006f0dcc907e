package dev.loadgen.kv.resp;

/// The words of a line as one types them: separated by blanks, in quotes if they hold some. What
/// quotes and escapes make of the bytes is written over them, which never needs more room.
final class InlineWords {
  private static final String UNBALANCED = "unbalanced quotes in request";

  private InlineWords() {}

  static void read(byte[] bytes, int from, int end, Request request) throws ProtocolException {
    int at = from;
    while (true) {
      while (at < end && isBlank(bytes[at])) {
        at++;
      }
      if (at == end) {
        return;
      }
      int start = at;
      int length = 0;
      while (at < end && !isBlank(bytes[at])) {
        byte quote = bytes[at];
        if (quote != '"' && quote != '\'') {
          bytes[start + length++] = bytes[at++];
          continue;
        }
        at++;
        while (at < end && bytes[at] != quote) {
          at = character(bytes, at, end, quote, start + length++);
        }
        if (at == end || (at + 1 < end && !isBlank(bytes[at + 1]))) {
          throw new ProtocolException(UNBALANCED);
        }
        at++;
        break;
      }
      request.add(start - from, length);
    }
  }

  private static boolean isBlank(byte letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r') || letter == 0;
  }

  /// Reads one character within quotes.
  ///
  /// @return where the next begins
  private static int character(byte[] bytes, int at, int end, byte quote, int to) {
    if (bytes[at] != '\\' || at + 1 == end) {
      bytes[to] = bytes[at];
      return at + 1;
    }
    byte escaped = bytes[at + 1];
    if (quote == '\'') {
      bytes[to] = escaped == '\'' ? escaped : (byte) '\\';
      return escaped == '\'' ? at + 2 : at + 1;
    }
    if (escaped == 'x' && at + 3 < end && hex(bytes[at + 2]) >= 0 && hex(bytes[at + 3]) >= 0) {
      bytes[to] = (byte) (hex(bytes[at + 2]) * 16 + hex(bytes[at + 3]));
      return at + 4;
    }
    bytes[to] =
        switch (escaped) {
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'a' -> 7;
          default -> escaped;
        };
    return at + 2;
  }

  private static int hex(byte letter) {
    return Character.digit(letter, 16);
  }
}
