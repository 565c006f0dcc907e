package dev.loadgen.kv.resp;

/// Reads requests out of an array: `*2\r\n$3\r\nGET\r\n$1\r\nk\r\n`, or a line of words as one
/// types them.
///
/// A state machine that goes on where the bytes ended, so that a request that comes byte by byte
/// costs no more than one that comes whole. Positions are kept relative to the request's first
/// byte: the caller may move the bytes to another array meanwhile. Error texts are those of Redis
/// 7.
///
/// One connection's; used by one thread at a time. Memory is bounded by the most words of a
/// request.
public final class RequestParser {
  private static final int MOST_LINE_BYTES = 64 << 10;
  private static final int KEPT_WORDS = 1024;

  private final Request request = new Request();
  private final int mostWords;
  private final int mostWordBytes;
  private final long mostRequestBytes;

  private int at; // from the request's first byte
  private int wordsLeft = -1; // of an array; −1 before its length is known
  private int wordBytes = -1; // of the word at `at`; −1 before it is known

  /// @param mostWords in a request
  /// @param mostWordBytes in a word
  /// @param mostRequestBytes in a request
  public RequestParser(int mostWords, int mostWordBytes, long mostRequestBytes) {
    this.mostWords = mostWords;
    this.mostWordBytes = mostWordBytes;
    this.mostRequestBytes = mostRequestBytes;
  }

  /// The request that was read last.
  public Request request() {
    return request;
  }

  /// Reads on.
  ///
  /// @param from where the request begins
  /// @param to where the bytes end
  /// @return where the next request begins; −1 if this one is not complete. A request without words
  ///   means nothing
  /// @throws ProtocolException if this is no request
  public int read(byte[] bytes, int from, int to) throws ProtocolException {
    if (at == 0) {
      if (from == to) {
        return -1;
      }
      request.clear();
      if (bytes[from] != '*') {
        return readLine(bytes, from, to);
      }
    }
    int end = readArray(bytes, from, to);
    if (end < 0 && to - from > mostRequestBytes) {
      throw new ProtocolException("request of more than " + mostRequestBytes + " bytes");
    }
    return end;
  }

  private int done(byte[] bytes, int from, int end) {
    request.at(bytes, from);
    at = 0;
    wordsLeft = -1;
    wordBytes = -1;
    return end;
  }

  private int readArray(byte[] bytes, int from, int to) throws ProtocolException {
    if (wordsLeft < 0) {
      int line = endOfLine(bytes, from, to, "too big mbulk count string");
      if (line < 0) {
        return -1;
      }
      long words = number(bytes, from + 1, line);
      if (words > mostWords || words == Long.MIN_VALUE) {
        throw new ProtocolException("invalid multibulk length");
      }
      if (words <= 0) {
        return done(bytes, from, line + 2);
      }
      request.trim(KEPT_WORDS);
      wordsLeft = (int) words;
      at = line + 2 - from;
    }
    while (wordsLeft > 0) {
      if (!readWord(bytes, from, to)) {
        return -1;
      }
      wordsLeft--;
    }
    return done(bytes, from, from + at);
  }

  private boolean readWord(byte[] bytes, int from, int to) throws ProtocolException {
    if (wordBytes < 0) {
      int line = endOfLine(bytes, from + at, to, "too big bulk count string");
      if (from + at < to && bytes[from + at] != '$') {
        throw new ProtocolException("expected '$', got '" + (char) (bytes[from + at] & 0xFF) + "'");
      }
      if (line < 0) {
        return false;
      }
      long length = number(bytes, from + at + 1, line);
      if (length < 0 || length > mostWordBytes) {
        throw new ProtocolException("invalid bulk length");
      }
      wordBytes = (int) length;
      at = line + 2 - from;
    }
    if (to - from - at < wordBytes + 2L) {
      return false;
    }
    request.add(at, wordBytes);
    at += wordBytes + 2; // Redis does not look at the end of a word either
    wordBytes = -1;
    return true;
  }

  /// Where the `\r` of a line is; −1 if the line is not complete.
  private static int endOfLine(byte[] bytes, int from, int to, String tooLong)
      throws ProtocolException {
    int most = Math.min(to - 1, from + MOST_LINE_BYTES);
    for (int i = from; i < most; i++) {
      if (bytes[i] == '\r') {
        return i; // Redis takes any byte after it for the end of the line
      }
    }
    if (to - from > MOST_LINE_BYTES) {
      throw new ProtocolException(tooLong);
    }
    return -1;
  }

  /// A decimal number, as Redis reads it; the least possible if it is none.
  private static long number(byte[] bytes, int from, int to) {
    int i = from;
    boolean negative = i < to && bytes[i] == '-';
    if (negative) {
      i++;
    }
    if (i == to || to - i > 10) {
      return Long.MIN_VALUE;
    }
    long number = 0;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return Long.MIN_VALUE;
      }
      number = number * 10 + digit;
    }
    return negative ? -number : number;
  }

  private int readLine(byte[] bytes, int from, int to) throws ProtocolException {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        int end = i > from && bytes[i - 1] == '\r' ? i - 1 : i;
        InlineWords.read(bytes, from, end, request);
        return done(bytes, from, i + 1);
      }
    }
    if (to - from > MOST_LINE_BYTES) {
      throw new ProtocolException("too big inline request");
    }
    return -1;
  }
}
