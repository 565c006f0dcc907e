package dev.loadgen.engine.plan;

import java.util.Optional;

/// The open model: operations are sent when they are due, however many are in flight. Users who do
/// not know of one another.
///
/// @param maxInFlight how many may be in flight at once; at the bound operations wait, and their
///   response time runs
/// @param dispatchers how many threads send
/// @param sessions how many sessions they send over; empty for what the driver or the style
///   suggests
public record OpenModel(int maxInFlight, int dispatchers, Optional<Integer> sessions) {
  /// How many may be in flight at once unless something else is asked for.
  public static final int DEFAULT_MAX_IN_FLIGHT = 10_000;

  /// The most that may be in flight.
  public static final int MOST_IN_FLIGHT = 10_000_000;

  /// The most dispatchers.
  public static final int MOST_DISPATCHERS = 256;

  /// The most blocking sessions that are opened unless more are asked for.
  public static final int DEFAULT_BLOCKING_SESSIONS = 1_000;

  /// @throws PlanException if a number is out of range
  public OpenModel {
    within("--max-in-flight", maxInFlight, MOST_IN_FLIGHT);
    within("--dispatchers", dispatchers, MOST_DISPATCHERS);
    sessions.ifPresent(count -> within("--sessions", count, MOST_IN_FLIGHT));
    if (dispatchers > maxInFlight) {
      throw new PlanException(
          "--dispatchers " + dispatchers + ": more than --max-in-flight " + maxInFlight);
    }
    if (sessions.isPresent() && sessions.get() < dispatchers) {
      throw new PlanException(
          "--sessions " + sessions.get() + ": fewer than --dispatchers " + dispatchers);
    }
  }

  private static void within(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new PlanException(option + " " + value + ": expected 1 to " + most);
    }
  }
}
