package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Glob;
import dev.loadgen.kv.resp.Request;
import dev.loadgen.kv.store.StoreReader;

/// What SCAN was asked for.
///
/// @param cursor where to go on
/// @param count about how many keys
/// @param pattern null for any
/// @param exists whether there can be anything: not beyond the last cursor, nor of another type
record ScanWords(long cursor, long count, Glob pattern, boolean exists) {
  private static final int USUAL_COUNT = 10;

  /// Reads the words.
  ///
  /// @return null if they are wrong, and that was answered
  static ScanWords of(Call call) {
    Request request = call.request;
    String cursor = request.text(1);
    if (!cursor.matches("[0-9]{1,20}")) {
      call.out.error("ERR invalid cursor");
      return null;
    }
    long count = USUAL_COUNT;
    Glob pattern = null;
    boolean strings = true;
    for (int word = 2; word < call.words(); word += 2) {
      boolean last = word + 1 == call.words();
      if (!last && request.is(word, "COUNT")) {
        Long number = Numbers.parse(request, word + 1);
        if (number == null) {
          call.out.error(Numbers.NO_INTEGER);
          return null;
        }
        count = number;
      } else if (!last && request.is(word, "MATCH")) {
        pattern = new Glob(request.copy(word + 1));
      } else if (!last && request.is(word, "TYPE")) {
        strings = request.is(word + 1, "STRING");
      } else {
        count = 0;
      }
      if (count < 1) {
        call.out.error("ERR syntax error");
        return null;
      }
    }
    boolean inside = cursor.length() < 19 && isInside(call.work.reader, Long.parseLong(cursor));
    return new ScanWords(inside ? Long.parseLong(cursor) : 0, count, pattern, strings && inside);
  }

  private static boolean isInside(StoreReader reader, long cursor) {
    return cursor < reader.cursors();
  }
}
