package dev.loadgen.benchmarks.openmodel;

import java.util.function.ToDoubleFunction;

/// A figure of a run, and within which bounds it is to be.
///
/// @param least no bound if infinite; both are, of a figure that is only shown
record Goal(String name, String unit, ToDoubleFunction<Run> figure, double least, double most) {
  static Goal between(
      String name, String unit, double least, double most, ToDoubleFunction<Run> figure) {
    return new Goal(name, unit, figure, least, most);
  }

  static Goal atMost(String name, String unit, double most, ToDoubleFunction<Run> figure) {
    return new Goal(name, unit, figure, Double.NEGATIVE_INFINITY, most);
  }

  static Goal atLeast(String name, String unit, double least, ToDoubleFunction<Run> figure) {
    return new Goal(name, unit, figure, least, Double.POSITIVE_INFINITY);
  }

  /// A figure that is to be near another.
  ///
  /// @param share how far off it may be: 0.01 is a hundredth
  static Goal near(
      String name, String unit, double value, double share, ToDoubleFunction<Run> figure) {
    return new Goal(name, unit, figure, value * (1 - share), value * (1 + share));
  }

  static Goal shown(String name, String unit, ToDoubleFunction<Run> figure) {
    return new Goal(name, unit, figure, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  boolean holds(double seen) {
    return seen >= least && seen <= most;
  }

  boolean isOnlyShown() {
    return Double.isInfinite(least) && Double.isInfinite(most);
  }

  /// The bounds in words.
  String text() {
    if (isOnlyShown()) {
      return "";
    }
    if (Double.isInfinite(least)) {
      return "≤ " + OpenModelGoals.number(most);
    }
    if (Double.isInfinite(most)) {
      return "≥ " + OpenModelGoals.number(least);
    }
    return OpenModelGoals.number(least) + " to " + OpenModelGoals.number(most);
  }
}
