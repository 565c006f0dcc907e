package dev.loadgen.kv.resp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Replies of version 2, in place: where they end and what is in them. For clients.
public final class Replies {
  private static final int MOST_DEPTH = 32;
  private static final int MOST_BYTES = 1 << 30;
  private static final int KEPT_BYTES = 1 << 20;

  /// How long an array for replies is to begin with.
  public static final int USUAL_BYTES = 16 << 10;

  private Replies() {}

  /// Where a reply ends.
  ///
  /// @return −1 if it is not complete
  /// @throws IOException if it is no reply
  public static int end(byte[] bytes, int from, int to) throws IOException {
    return end(bytes, from, to, 0);
  }

  private static int end(byte[] bytes, int from, int to, int depth) throws IOException {
    int line = endOfLine(bytes, from, to);
    if (line < 0) {
      return -1;
    }
    return switch (bytes[from]) {
      case '+', '-', ':' -> line + 2;
      case '$' -> endOfValue(number(bytes, from + 1, line), line + 2, to);
      case '*' -> endOfElements(number(bytes, from + 1, line), bytes, line + 2, to, depth + 1);
      default ->
          throw new IOException("the server sent what is no reply: byte " + (bytes[from] & 0xFF));
    };
  }

  private static int endOfValue(long length, int start, int to) {
    if (length < 0) {
      return start;
    }
    long end = start + length + 2;
    return end > to ? -1 : (int) end;
  }

  private static int endOfElements(long elements, byte[] bytes, int start, int to, int depth)
      throws IOException {
    if (depth > MOST_DEPTH) {
      throw new IOException("the server sent rows in rows, more than " + MOST_DEPTH + " deep");
    }
    int at = start;
    for (long i = 0; i < elements && at >= 0; i++) {
      at = end(bytes, at, to, depth);
    }
    return at;
  }

  private static int endOfLine(byte[] bytes, int from, int to) {
    for (int i = from; i < to - 1; i++) {
      if (bytes[i] == '\r') {
        return i;
      }
    }
    return -1;
  }

  private static long number(byte[] bytes, int from, int to) throws IOException {
    boolean negative = from < to && bytes[from] == '-';
    long number = 0;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || number > Integer.MAX_VALUE) {
        throw new IOException("the server sent a length that is no number");
      }
      number = number * 10 + digit;
    }
    return negative ? -number : number;
  }

  /// A longer array for what has not ended yet, with the same beginning.
  ///
  /// @param wanted how many bytes it must hold at least
  /// @throws IOException if that is more than any server should answer: 1 GiB
  public static byte[] enlarge(byte[] bytes, long wanted) throws IOException {
    if (wanted > MOST_BYTES) {
      throw new IOException("the server sent a reply of more than " + MOST_BYTES + " bytes");
    }
    return Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, Math.max(bytes.length * 2L, wanted)));
  }

  /// The array for the replies to come: another one, when it was enlarged for a very long reply.
  public static byte[] kept(byte[] bytes) {
    return bytes.length > KEPT_BYTES ? new byte[USUAL_BYTES] : bytes;
  }

  /// Makes sure that a reply is of the kind that answers a command.
  ///
  /// @param kind its first byte
  /// @throws IOException if it is of another
  public static void require(byte[] bytes, int from, char kind, String command) throws IOException {
    if (bytes[from] != kind) {
      throw new IOException("the server answered " + command + " with something else");
    }
  }

  /// Whether it is an error.
  public static boolean isError(byte[] bytes, int from) {
    return bytes[from] == '-';
  }

  /// Whether it is `$-1`: no value.
  public static boolean isNone(byte[] bytes, int from) {
    return bytes[from] == '$' && bytes[from + 1] == '-';
  }

  /// The text of a reply of one line.
  public static String line(byte[] bytes, int from, int to) {
    int line = endOfLine(bytes, from, to);
    return new String(bytes, from + 1, line - from - 1, StandardCharsets.ISO_8859_1);
  }

  /// Where the value of a complete `$` reply begins; it ends two bytes before the reply does.
  public static int valueStart(byte[] bytes, int from, int to) {
    return endOfLine(bytes, from, to) + 2;
  }

  /// How many elements a complete `*` reply has.
  public static int elements(byte[] bytes, int from, int to) throws IOException {
    return (int) number(bytes, from + 1, endOfLine(bytes, from, to));
  }

  /// Where the first element of a complete `*` reply begins.
  public static int firstElement(byte[] bytes, int from, int to) {
    return endOfLine(bytes, from, to) + 2;
  }
}
