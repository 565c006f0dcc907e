package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Request;
import java.io.IOException;

/// SET, with NX, XX, GET and KEEPTTL. Nothing expires here, so the words that say when are refused.
final class SetCommand {
  private SetCommand() {}

  static void run(Call call) throws IOException {
    if (call.words() == 3) {
      KeyCommands.put(call, 1, 2);
      call.out.ok();
      return;
    }
    Request request = call.request;
    boolean absent = false;
    boolean present = false;
    boolean get = false;
    for (int word = 3; word < call.words(); word++) {
      if (request.is(word, "NX")) {
        absent = true;
      } else if (request.is(word, "XX")) {
        present = true;
      } else if (request.is(word, "GET")) {
        get = true;
      } else if (!request.is(word, "KEEPTTL")) {
        refuse(call, word);
        return;
      }
    }
    if (absent && present) {
      call.out.error("ERR syntax error");
      return;
    }
    conditional(call, absent, present, get);
  }

  private static void refuse(Call call, int word) {
    boolean expires =
        word + 1 < call.words() && call.request.lowerCase(word).matches("ex|px|exat|pxat");
    call.out.error(expires ? "ERR this server has no keys that expire" : "ERR syntax error");
  }

  private static void conditional(Call call, boolean absent, boolean present, boolean get)
      throws IOException {
    byte[] value = call.request.copy(2);
    byte[] before =
        KeyCommands.update(
            call, old -> (absent && old != null) || (present && old == null) ? old : value);
    boolean done = !(absent && before != null) && !(present && before == null);
    if (get) {
      answerValue(call, before);
    } else if (done) {
      call.out.ok();
    } else {
      call.out.none();
    }
  }

  static void answerValue(Call call, byte[] value) {
    if (value == null) {
      call.out.none();
    } else {
      call.out.bulk(value);
    }
  }
}
