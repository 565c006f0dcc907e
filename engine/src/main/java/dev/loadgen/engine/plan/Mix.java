package dev.loadgen.engine.plan;

import dev.loadgen.driver.Quantities;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The share of each kind of operation, by name: relative weights, in the order given.
///
/// @param weights each 0 or more, at least one above 0
public record Mix(Map<String, Double> weights) {
  /// @throws PlanException if a weight is negative or not finite, or all are 0
  public Mix {
    weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
    double sum = 0;
    for (Map.Entry<String, Double> entry : weights.entrySet()) {
      double weight = entry.getValue();
      if (!(weight >= 0) || Double.isInfinite(weight)) {
        throw new PlanException(
            "mix: the weight of " + entry.getKey() + " is " + weight + ", not 0 or more");
      }
      sum += weight;
    }
    if (!(sum > 0) || Double.isInfinite(sum)) {
      throw new PlanException("mix: the weights sum to " + sum + ", so no operation can be chosen");
    }
  }

  /// Reads `READ=95,UPDATE=5`.
  ///
  /// @throws PlanException if it is malformed or sums to 0; the message does not name the option
  public static Mix parse(String text) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.split("=", -1);
      String name = sides[0].strip().toUpperCase(Locale.ROOT);
      if (sides.length != 2 || name.isEmpty()) {
        throw new PlanException(
            "'" + part + "' is not of the form NAME=WEIGHT, as in READ=95,UPDATE=5");
      }
      double weight;
      try {
        weight = Quantities.decimal(sides[1]);
      } catch (IllegalArgumentException e) {
        throw new PlanException(
            "'" + part + "' is not of the form NAME=WEIGHT, as in READ=95,UPDATE=5", e);
      }
      if (weights.put(name, weight) != null) {
        throw new PlanException("the mix names " + name + " twice");
      }
    }
    return new Mix(weights);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    weights.forEach((name, weight) -> {
      String number =
          weight == Math.rint(weight) && weight < 1e15
              ? Long.toString(weight.longValue())
              : weight.toString();
      text.append(text.isEmpty() ? "" : ",").append(name).append('=').append(number);
    });
    return text.toString();
  }
}
