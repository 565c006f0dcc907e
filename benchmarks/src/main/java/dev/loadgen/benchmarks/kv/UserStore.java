package dev.loadgen.benchmarks.kv;

import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.codec.User;
import java.io.IOException;

/// Keeps users, for one thread: what [EmbeddedStores] compares.
interface UserStore {
  /// Puts the user that an id has at first, whatever was there.
  void put(long id) throws IOException;

  /// This one is going to be asked for soon.
  @SuppressWarnings("UnusedVariable") // only ours makes use of it
  default void expect(long id) {}

  /// Gets a user that is there.
  User get(long id) throws UndecodableException;

  /// Whether it keeps anything; else it is a control.
  default boolean keeps() {
    return true;
  }
}
