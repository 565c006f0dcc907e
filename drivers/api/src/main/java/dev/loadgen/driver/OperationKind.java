package dev.loadgen.driver;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/// A kind of operation that a driver offers: `READ`, `UPDATE`, or one of its own.
///
/// @param name upper-case letters, digits and `_`, a letter first: it becomes part of tags in the
///   log
/// @param summary what it does, in one line
/// @param defaultWeight its share in the mix when the user names none: relative to the other kinds,
///   0 or more
/// @param needs what must be prepared for it
public record OperationKind(String name, String summary, double defaultWeight, Set<Need> needs) {
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  /// @throws IllegalArgumentException if the name is not of the form above or the weight is
  ///   negative or not finite
  public OperationKind {
    Objects.requireNonNull(summary, "summary");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "operation name '" + name + "' is not upper-case letters, digits and '_'");
    }
    if (!(defaultWeight >= 0) || Double.isInfinite(defaultWeight)) {
      throw new IllegalArgumentException(
          "operation " + name + ": weight " + defaultWeight + " is not 0 or more");
    }
    needs = Set.copyOf(needs);
  }

  /// A kind with the given needs.
  public static OperationKind of(String name, String summary, double weight, Need... needs) {
    return new OperationKind(name, summary, weight, Set.of(needs));
  }

  @Override
  public String toString() {
    return name;
  }
}
