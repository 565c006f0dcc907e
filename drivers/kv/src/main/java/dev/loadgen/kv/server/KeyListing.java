package dev.loadgen.kv.server;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// `GET /v1/keys`: a page of keys as JSON, `{"cursor":"123","keys":["a","b%2Fc"]}`. Keys are
/// percent-encoded, as they go into a path; the cursor of the last page is 0. A page with a prefix
/// may be empty and yet not be the last.
final class KeyListing {
  private static final int USUAL_COUNT = 100;

  private KeyListing() {}

  /// @throws IllegalArgumentException if cursor or count are none
  static HttpConnection.Answer answer(Workspace work, QueryStringDecoder query) {
    byte[] prefix = PercentCoding.decode(raw(query, "prefix"));
    long cursor = number(query, "cursor", 0, 0, work.reader.cursors() - 1);
    int count = (int) number(query, "count", USUAL_COUNT, 1, KeyPage.MOST_KEYS);
    List<String> keys = new ArrayList<>();
    long next =
        KeyPage.scan(
            work.reader,
            cursor,
            count,
            key -> {
              boolean listed =
                  key.length >= prefix.length
                      && Arrays.equals(prefix, 0, prefix.length, key, 0, prefix.length);
              if (listed) {
                keys.add(PercentCoding.encode(key));
              }
            });
    String json =
        keys.stream()
            .map(key -> '"' + key + '"')
            .collect(Collectors.joining(",", "{\"cursor\":\"" + next + "\",\"keys\":[", "]}\n"));
    return HttpConnection.Answer.of(
        HttpResponseStatus.OK, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  /// A parameter as it stands in the query.
  private static String raw(QueryStringDecoder query, String name) {
    for (String part : query.rawQuery().split("&", -1)) {
      if (part.startsWith(name + "=")) {
        return part.substring(name.length() + 1);
      }
    }
    return "";
  }

  private static long number(
      QueryStringDecoder query, String name, long usual, long least, long most) {
    String text = raw(query, name);
    if (text.isEmpty()) {
      return usual;
    }
    long number = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          name + ": expected a number from " + least + " to " + most);
    }
    return number;
  }
}
