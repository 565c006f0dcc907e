package dev.loadgen.driver;

import java.util.regex.Pattern;

/// How an operation ended: a success or a failure, with a name under which it is counted. Interned:
/// keep outcomes in constants, compare them with `==`. One process knows at most [#LIMIT] of them.
public final class Outcome {
  /// The most outcomes that one process can have.
  public static final int LIMIT = 64;

  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");
  private static final Outcome[] INTERNED = new Outcome[LIMIT];
  private static int size;

  /// The plain success.
  public static final Outcome OK = success("OK");

  /// The record is not there. The system answered correctly, so it is a success, counted by name.
  public static final Outcome NOT_FOUND = success("NOT_FOUND");

  private final int id;
  private final String name;
  private final boolean success;

  private Outcome(int id, String name, boolean success) {
    this.id = id;
    this.name = name;
    this.success = success;
  }

  /// The success of that name.
  ///
  /// @param name upper-case letters, digits and `_`
  /// @throws IllegalArgumentException if the name is malformed or already names a failure
  /// @throws IllegalStateException if it would be one more than [#LIMIT]
  public static Outcome success(String name) {
    return intern(name, true);
  }

  /// The failure of that name.
  ///
  /// @param name upper-case letters, digits and `_`
  /// @throws IllegalArgumentException if the name is malformed or already names a success
  /// @throws IllegalStateException if it would be one more than [#LIMIT]
  public static Outcome failure(String name) {
    return intern(name, false);
  }

  /// The outcome of that id.
  ///
  /// @throws IndexOutOfBoundsException if there is none
  public static synchronized Outcome byId(int id) {
    if (id < 0 || id >= size) {
      throw new IndexOutOfBoundsException("no outcome has id " + id);
    }
    return INTERNED[id];
  }

  private static synchronized Outcome intern(String name, boolean success) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "outcome name '" + name + "' is not upper-case letters, digits and '_'");
    }
    for (int i = 0; i < size; i++) {
      Outcome known = INTERNED[i];
      if (known.name.equals(name)) {
        if (known.success != success) {
          throw new IllegalArgumentException(
              "outcome " + name + " is already a " + (known.success ? "success" : "failure"));
        }
        return known;
      }
    }
    if (size == LIMIT) {
      throw new IllegalStateException(
          "outcome " + name + " would be one more than the " + LIMIT + " that are possible");
    }
    Outcome created = new Outcome(size, name, success);
    INTERNED[size++] = created;
    return created;
  }

  /// A small number, from 0, that identifies the outcome within this process.
  public int id() {
    return id;
  }

  /// The name under which it is counted.
  public String name() {
    return name;
  }

  /// Whether the system did what was asked or correctly said that it cannot.
  public boolean isSuccess() {
    return success;
  }

  @Override
  public String toString() {
    return name;
  }
}
