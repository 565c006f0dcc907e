package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Request;
import dev.loadgen.kv.store.StoreException;
import java.io.IOException;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Executes a request: exactly one reply comes of it, none if it is HTTP. Error texts are those of
/// Redis 7.
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger("dev.loadgen.kv.server");
  private static final int MOST_SHOWN = 128;

  private Dispatcher() {}

  static void run(Call call) {
    call.work.commands++;
    int before = call.out.size();
    String error = error(call);
    if (error != null) {
      call.work.errors++;
      call.out.rewind(before); // what a command had begun to say
      call.out.error(error);
    } else if (call.out.size() > before && call.out.bytes()[before] == '-') {
      call.work.errors++;
    }
  }

  private static String error(Call call) {
    Command command = Commands.of(call.request);
    if (command == null && isHttp(call.request)) {
      if (call.service.traffic().tellsOfHttp()) {
        LOG.warn(
            "possible cross-protocol attack: {} sent HTTP to the port of RESP, was disconnected",
            call.client.address);
      }
      call.client.closing = true;
      return null;
    }
    if (command == null) {
      return unknown(call.request);
    }
    if (!command.takes(call.words())) {
      return "ERR wrong number of arguments for '" + command.name() + "' command";
    }
    if (!call.client.authenticated && !ConnectionCommands.isOpenToAll(command)) {
      return "NOAUTH Authentication required.";
    }
    try {
      command.action().run(call);
      return null;
    } catch (StoreException e) {
      return (e.reason() == StoreException.Reason.FULL ? "OOM " : "ERR ") + e.getMessage();
    } catch (IOException e) {
      return "MISCONF the store cannot be written: " + e.getMessage();
    }
  }

  /// Whether this is a line of an HTTP request: any web page can have a browser send one here, with
  /// commands in its body.
  private static boolean isHttp(Request request) {
    return request.is(0, "POST") || request.is(0, "HOST:");
  }

  private static String unknown(Request request) {
    StringBuilder words = new StringBuilder();
    for (int word = 1; word < request.size() && words.length() < MOST_SHOWN; word++) {
      words.append('\'').append(cut(request.text(word), MOST_SHOWN - words.length())).append("' ");
    }
    String name = cut(request.text(0), MOST_SHOWN);
    return String.format(
        Locale.ROOT, "ERR unknown command '%s', with args beginning with: %s", name, words);
  }

  private static String cut(String text, int most) {
    int end = text.indexOf(0); // where C's strings end
    return text.substring(0, Math.min(most, end < 0 ? text.length() : end));
  }
}
