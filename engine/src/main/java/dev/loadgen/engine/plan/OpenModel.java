package dev.loadgen.engine.plan;

import dev.loadgen.driver.SessionStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The open model: operations are sent when they are due, however many are in flight. Users who do
/// not know of one another.
///
/// @param maxInFlight how many may be in flight at once; at the bound operations wait, and their
///   response time runs
/// @param dispatchers how many threads send
/// @param sessions how many sessions they send over; empty for what the driver or the style
///   suggests
/// @param style the style of the sessions; empty for asynchronous ones if the driver has them
public record OpenModel(
    int maxInFlight, int dispatchers, Optional<Integer> sessions, Optional<SessionStyle> style) {
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

  /// The same, with what was left open settled.
  ///
  /// @param offered the styles that the driver has
  /// @param suggested how many asynchronous sessions it suggests, if it does
  /// @throws PlanException if the driver does not have the style
  public OpenModel resolved(Set<SessionStyle> offered, OptionalInt suggested) {
    SessionStyle chosen =
        style.orElse(
            offered.contains(SessionStyle.ASYNC) ? SessionStyle.ASYNC : SessionStyle.BLOCKING);
    if (!offered.contains(chosen)) {
      throw new PlanException(
          "--session-style "
              + chosen.name().toLowerCase(Locale.ROOT)
              + ": the driver has no such sessions");
    }
    int usual =
        chosen == SessionStyle.ASYNC
            ? suggested.orElse(dispatchers)
            : Math.min(maxInFlight, DEFAULT_BLOCKING_SESSIONS);
    int count = sessions.orElse(Math.max(dispatchers, usual));
    return new OpenModel(maxInFlight, dispatchers, Optional.of(count), Optional.of(chosen));
  }

  /// How many operations can be in flight; once it is [#resolved]: a blocking session has one.
  public int slots() {
    boolean blocking = style.orElseThrow() == SessionStyle.BLOCKING;
    return blocking ? Math.min(maxInFlight, sessions.orElseThrow()) : maxInFlight;
  }

  private static void within(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new PlanException(option + " " + value + ": expected 1 to " + most);
    }
  }
}
