package dev.loadgen.ycsb;

import dev.loadgen.driver.Outcome;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import site.ycsb.Status;

/// What a binding's status codes are among outcomes: `OK`, `BATCHED_OK` and `NOT_FOUND` are
/// answers, all others failures under their own names.
final class Outcomes {
  private static final Outcome OTHER = Outcome.failure("OTHER_STATUS");
  private static final Map<String, Outcome> BY_NAME =
      new ConcurrentHashMap<>(
          Map.of(
              Status.OK.getName(), Outcome.OK,
              Status.NOT_FOUND.getName(), Outcome.NOT_FOUND,
              Status.BATCHED_OK.getName(), Outcome.success("BATCHED_OK")));

  private Outcomes() {}

  /// The outcome of a status.
  ///
  /// @throws IllegalStateException if the binding returned none
  static Outcome of(Status status) {
    if (status == null || status.getName() == null) {
      throw new IllegalStateException("the binding returned " + status + " instead of a Status");
    }
    Outcome known = BY_NAME.get(status.getName());
    return known == null ? BY_NAME.computeIfAbsent(status.getName(), Outcomes::failure) : known;
  }

  private static Outcome failure(String status) {
    String name = status.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
    try {
      return Outcome.failure(name.matches("[A-Z].*") ? name : "STATUS_" + name);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return OTHER; // too long a name, or too many of them
    }
  }
}
