package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Glob;
import dev.loadgen.kv.resp.Request;
import dev.loadgen.kv.resp.RespBuffer;
import dev.loadgen.kv.store.StoreReader;
import dev.loadgen.kv.store.Update;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// The commands on keys and values.
final class KeyCommands {
  static final List<Command> ALL =
      List.of(
          Command.read("get", 2, 1, KeyCommands::get),
          Command.write("set", -3, 1, 1, SetCommand::run),
          Command.write("setnx", 3, 1, 1, KeyCommands::setnx),
          Command.write("getset", 3, 1, 1, KeyCommands::getset),
          Command.read("mget", -2, -1, KeyCommands::mget),
          Command.write("mset", -3, -1, 2, KeyCommands::mset),
          Command.write("del", -2, -1, 1, KeyCommands::del),
          Command.read("exists", -2, -1, KeyCommands::exists),
          Command.read("strlen", 2, 1, KeyCommands::strlen),
          Command.write("append", 3, 1, 1, KeyCommands::append),
          Command.write("incr", 2, 1, 1, call -> Increment.run(call, 1)),
          Command.write("decr", 2, 1, 1, call -> Increment.run(call, -1)),
          Command.write("incrby", 3, 1, 1, call -> Increment.runBy(call, 1)),
          Command.write("decrby", 3, 1, 1, call -> Increment.runBy(call, -1)),
          new Command("scan", -2, List.of("readonly"), 0, 0, 0, KeyCommands::scan));

  private KeyCommands() {}

  private static boolean find(Call call, int word) {
    Request request = call.request;
    boolean found =
        call.work.reader.find(request.bytes(), request.start(word), request.length(word));
    if (found) {
      call.work.hits++;
    } else {
      call.work.misses++;
    }
    return found;
  }

  private static void value(Call call, int key) {
    if (!find(call, key)) {
      call.out.none();
      return;
    }
    StoreReader reader = call.work.reader;
    int length = reader.valueLength();
    call.out.beginBulk(length);
    int at = call.out.skip(length);
    reader.copyValue(call.out.bytes(), at);
    call.out.endBulk();
  }

  private static void get(Call call) {
    value(call, 1);
  }

  /// Puts word `value` under word `key`.
  static void put(Call call, int key, int value) throws IOException {
    Request request = call.request;
    call.store.put(
        request.bytes(),
        request.start(key),
        request.length(key),
        request.bytes(),
        request.start(value),
        request.length(value));
    call.wrote();
  }

  private static void setnx(Call call) throws IOException {
    byte[] value = call.request.copy(2);
    byte[] before = update(call, old -> old == null ? value : old);
    call.out.integer(before == null ? 1 : 0);
  }

  private static void getset(Call call) throws IOException {
    byte[] value = call.request.copy(2);
    SetCommand.answerValue(call, update(call, old -> value));
  }

  static byte[] update(Call call, Update update) throws IOException {
    call.wrote();
    return call.store.update(
        call.request.bytes(), call.request.start(1), call.request.length(1), update);
  }

  private static void mget(Call call) {
    int before = call.out.size();
    int most = call.service.options().mostAnswerBytes();
    call.out.array(call.words() - 1);
    for (int key = 1; key < call.words(); key++) {
      value(call, key);
      if (key > 1 && call.out.size() - before > most) {
        call.out.rewind(before);
        call.out.error(
            "ERR the answer has more than "
                + most
                + " bytes: ask for fewer keys, or raise --max-answer");
        return;
      }
    }
  }

  private static void mset(Call call) throws IOException {
    if (call.words() % 2 == 0) {
      call.out.error("ERR wrong number of arguments for 'mset' command");
      return;
    }
    for (int key = 1; key < call.words(); key += 2) {
      put(call, key, key + 1);
    }
    call.out.ok();
  }

  private static void del(Call call) throws IOException {
    Request request = call.request;
    int removed = 0;
    for (int key = 1; key < call.words(); key++) {
      if (call.store.remove(request.bytes(), request.start(key), request.length(key))) {
        removed++;
      }
    }
    call.wrote();
    call.out.integer(removed);
  }

  private static void exists(Call call) {
    int found = 0;
    for (int key = 1; key < call.words(); key++) {
      found += find(call, key) ? 1 : 0;
    }
    call.out.integer(found);
  }

  private static void strlen(Call call) {
    call.out.integer(find(call, 1) ? call.work.reader.valueLength() : 0);
  }

  private static void append(Call call) throws IOException {
    byte[] more = call.request.copy(2);
    byte[] before =
        update(
            call,
            old -> {
              if (old == null) {
                return more;
              }
              byte[] longer = Arrays.copyOf(old, old.length + more.length);
              System.arraycopy(more, 0, longer, old.length, more.length);
              return longer;
            });
    call.out.integer((before == null ? 0 : before.length) + (long) more.length);
  }

  private static void scan(Call call) {
    ScanWords words = ScanWords.of(call);
    if (words == null) {
      return;
    }
    RespBuffer items = call.work.items;
    items.clear();
    int[] found = {0};
    long next = 0;
    if (words.exists()) {
      int count = (int) Math.min(words.count(), KeyPage.MOST_KEYS);
      Glob pattern = words.pattern();
      next =
          KeyPage.scan(
              call.work.reader,
              words.cursor(),
              count,
              key -> {
                if (pattern == null || pattern.matches(key)) {
                  items.bulk(key);
                  found[0]++;
                }
              });
    }
    call.out.array(2);
    call.out.bulk(Long.toString(next));
    call.out.array(found[0]);
    call.out.append(items);
  }
}
