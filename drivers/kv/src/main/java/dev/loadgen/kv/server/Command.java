package dev.loadgen.kv.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// A command that clients can call.
///
/// @param name in lower case
/// @param arity how many words it has, itself included; negative for at least that many
/// @param flags what COMMAND tells of it
/// @param firstKey the number of the word that is its first key; 0 for none
/// @param lastKey of its last key; −1 for the last word
/// @param keyStep the distance between keys
/// @param action what it does
record Command(
    String name,
    int arity,
    List<String> flags,
    int firstKey,
    int lastKey,
    int keyStep,
    Action action) {
  /// What a command does: it writes exactly one reply.
  interface Action {
    void run(Call call) throws IOException;
  }

  static Command read(String name, int arity, int lastKey, Action action) {
    return new Command(name, arity, List.of("readonly", "fast"), 1, lastKey, 1, action);
  }

  static Command write(String name, int arity, int lastKey, int keyStep, Action action) {
    return new Command(name, arity, List.of("write", "denyoom"), 1, lastKey, keyStep, action);
  }

  static Command other(String name, int arity, Action action) {
    return new Command(name, arity, List.of("loading", "stale", "fast"), 0, 0, 0, action);
  }

  boolean takes(int words) {
    return arity < 0 ? words >= -arity : words == arity;
  }

  byte[] upperCase() {
    return name.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
  }
}
