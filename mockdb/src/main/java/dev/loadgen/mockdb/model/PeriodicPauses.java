package dev.loadgen.mockdb.model;

/// A world that stands still for the first `lengthNs` of every `periodNs`, from instant 0 on.
/// Before 0 it runs. Exact integer arithmetic, O(1).
///
/// @param lengthNs ns, more than 0, less than the period
/// @param periodNs ns
public record PeriodicPauses(long lengthNs, long periodNs) {
  /// @throws IllegalArgumentException if a pause is not shorter than the period, or empty
  public PeriodicPauses {
    if (lengthNs <= 0 || periodNs <= lengthNs) {
      throw new IllegalArgumentException(lengthNs + " ns every " + periodNs + " ns");
    }
  }

  /// Whether the world stands still.
  public boolean frozenAt(long instantNs) {
    return instantNs >= 0 && instantNs % periodNs < lengthNs;
  }

  /// How long the world runs between two instants.
  ///
  /// @param toNs not before `fromNs`
  public long runningNs(long fromNs, long toNs) {
    return runningBefore(toNs) - runningBefore(fromNs);
  }

  /// How long it runs from 0 to an instant; of an instant before 0 the negative distance.
  private long runningBefore(long instantNs) {
    if (instantNs < 0) {
      return instantNs;
    }
    return instantNs / periodNs * (periodNs - lengthNs)
        + Math.max(0, instantNs % periodNs - lengthNs);
  }

  /// When work is finished that runs only while the world does.
  ///
  /// @param startNs when it begins
  /// @param workNs how long it runs, 0 or more
  public long finish(long startNs, long workNs) {
    long start = startNs;
    long work = workNs;
    if (start < 0) {
      if (work <= -start) {
        return start + work; // done before the first pause, or just as it begins
      }
      work += start;
      start = 0;
    }
    if (work == 0 && !frozenAt(start)) {
      return start;
    }
    long running = periodNs - lengthNs;
    long all = runningBefore(start) + work;
    // The all-th nanosecond of running time ends in this period, unless it is just at a period's
    // end.
    long periods = work == 0 ? all / running : (all - 1) / running;
    return periods * periodNs + lengthNs + (all - periods * running);
  }
}
