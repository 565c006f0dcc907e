package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Request;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/// All commands, found by the letters of their names as one number, in a table with linear probing.
final class Commands {
  private static final int BITS = 8;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final Map<String, Command> BY_NAME = new LinkedHashMap<>();
  private static final Command[] TABLE = new Command[1 << BITS];
  private static final long[] LETTERS = new long[1 << BITS];

  static {
    KeyCommands.ALL.forEach(Commands::add);
    ConnectionCommands.ALL.forEach(Commands::add);
    ServerCommands.ALL.forEach(Commands::add);
  }

  private Commands() {}

  private static void add(Command command) {
    byte[] letters = command.upperCase();
    long packed = Request.pack(letters, 0, letters.length);
    int slot = slot(packed);
    while (TABLE[slot] != null) {
      slot = (slot + 1) & (TABLE.length - 1);
    }
    TABLE[slot] = command;
    LETTERS[slot] = packed;
    BY_NAME.put(command.name(), command);
  }

  private static int slot(long packed) {
    return (int) ((packed * MULTIPLIER) >>> (Long.SIZE - BITS));
  }

  /// The command that the request calls; null if there is none.
  static Command of(Request request) {
    long packed = request.packed(0); // no name here has more than eight letters
    for (int slot = slot(packed); TABLE[slot] != null; slot = (slot + 1) & (TABLE.length - 1)) {
      if (LETTERS[slot] == packed) {
        return TABLE[slot];
      }
    }
    return null;
  }

  /// The command of that name, in lower case; null if there is none.
  static Command named(String name) {
    return BY_NAME.get(name);
  }

  static Collection<Command> all() {
    return BY_NAME.values();
  }
}
