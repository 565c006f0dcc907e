package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Request;

/// Whole numbers as Redis reads them: 64 bits, no blanks, no plus, no leading zeros.
final class Numbers {
  /// Redis's words for what is no such number.
  static final String NO_INTEGER = "ERR value is not an integer or out of range";

  private static final int MOST_DIGITS = 20;

  private Numbers() {}

  /// The number that a word is; null if it is none.
  static Long parse(Request request, int word) {
    return parse(request.bytes(), request.start(word), request.length(word));
  }

  /// The number that bytes are; null if they are none.
  static Long parse(byte[] bytes, int from, int length) {
    if (length == 0 || length > MOST_DIGITS) {
      return null;
    }
    boolean negative = bytes[from] == '-';
    int first = negative ? from + 1 : from;
    int end = from + length;
    if (first == end || (bytes[first] == '0' && (negative || length > 1))) {
      return null;
    }
    long number = 0; // kept negative, since there is one more of those
    for (int i = first; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || number < (Long.MIN_VALUE + digit) / 10) {
        return null;
      }
      number = number * 10 - digit;
    }
    if (negative) {
      return number;
    }
    return number == Long.MIN_VALUE ? null : -number;
  }
}
