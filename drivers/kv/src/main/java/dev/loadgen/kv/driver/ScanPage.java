package dev.loadgen.kv.driver;

import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.resp.Replies;
import dev.loadgen.kv.resp.RespBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// A reply to SCAN: a cursor and keys.
///
/// @param cursor with which to go on; `0` at the end
/// @param keys how many there are
/// @param firstKey where the first is
record ScanPage(String cursor, int keys, int firstKey) {
  /// Where an iteration begins, and what it ends with.
  static final String START = "0";

  static ScanPage of(byte[] bytes, int from, int to) throws IOException {
    if (bytes[from] != '*' || Replies.elements(bytes, from, to) != 2) {
      throw new IOException("the server answered SCAN with something else");
    }
    int first = Replies.firstElement(bytes, from, to);
    int second = Replies.end(bytes, first, to);
    int start = Replies.valueStart(bytes, first, to);
    String cursor = new String(bytes, start, second - 2 - start, StandardCharsets.US_ASCII);
    return new ScanPage(
        cursor, Replies.elements(bytes, second, to), Replies.firstElement(bytes, second, to));
  }

  /// Takes the values of a reply to that MGET; those that are gone are not there.
  ///
  /// @param taking null if nothing looks at them
  static void takeAll(byte[] bytes, int from, int to, Values.Taking taking)
      throws IOException, UndecodableException {
    Replies.require(bytes, from, '*', "MGET");
    if (taking == null) {
      return;
    }
    int at = Replies.firstElement(bytes, from, to);
    for (int left = Replies.elements(bytes, from, to); left > 0; left--) {
      int end = Replies.end(bytes, at, to);
      if (!Replies.isNone(bytes, at)) {
        int start = Replies.valueStart(bytes, at, to);
        taking.take(bytes, start, end - 2 - start);
      }
      at = end;
    }
  }

  boolean isLast() {
    return cursor.equals(START);
  }

  /// Writes an MGET of the keys, or of the first of them.
  void writeMget(RespBuffer out, byte[] bytes, int to, int most) throws IOException {
    int wanted = Math.min(keys, most);
    Commands.mget(out, wanted);
    int at = firstKey;
    for (int i = 0; i < wanted; i++) {
      int end = Replies.end(bytes, at, to);
      int start = Replies.valueStart(bytes, at, to);
      out.bulk(bytes, start, end - 2 - start);
      at = end;
    }
  }
}
