package dev.loadgen.engine.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// How many workers do only one kind of operation, by its name: relative to a mix, in which every
/// worker does everything, slow kinds do not hold up the others.
///
/// @param workers each at least 1, in the order given
public record Roles(Map<String, Integer> workers) {
  /// @throws PlanException if there are none, or a number is less than 1
  public Roles {
    workers = Collections.unmodifiableMap(new LinkedHashMap<>(workers));
    if (workers.isEmpty()) {
      throw new PlanException("expected roles, as in READ:2,UPDATE:1");
    }
    workers.forEach((name, count) -> {
      if (count < 1 || count > RunPlan.MAX_THREADS) {
        throw new PlanException(
            "the role "
                + name
                + " has "
                + count
                + " workers: expected 1 to "
                + RunPlan.MAX_THREADS);
      }
    });
  }

  /// Reads `READ:2,UPDATE:1`.
  ///
  /// @throws PlanException if it is malformed; the message does not name the option
  public static Roles parse(String text) {
    Map<String, Integer> workers = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.split(":", -1);
      String name = sides[0].strip().toUpperCase(Locale.ROOT);
      if (sides.length != 2 || name.isEmpty() || !sides[1].strip().matches("[0-9]{1,9}")) {
        throw new PlanException("'" + part + "' is not of the form NAME:WORKERS, as in READ:2");
      }
      if (workers.put(name, Integer.parseInt(sides[1].strip())) != null) {
        throw new PlanException("the roles name " + name + " twice");
      }
    }
    return new Roles(workers);
  }

  /// How many workers they need.
  public int sum() {
    return workers.values().stream().mapToInt(count -> count).sum();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    workers.forEach((name, count) ->
        text.append(text.isEmpty() ? "" : ",").append(name).append(':').append(count));
    return text.toString();
  }
}
