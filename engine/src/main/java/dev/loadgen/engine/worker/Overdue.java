package dev.loadgen.engine.worker;

import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Objective.Latency;
import dev.loadgen.engine.plan.Objective.Series;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.recording.Recordings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongUnaryOperator;

/// How many operations of the window have no answer although they have been waiting for longer than
/// an objective's limit; at least so many, without looking at a single one: of what had begun by an
/// instant as long ago as the limit, all that has completed until now cannot have been more.
///
/// For the response time of all operations, what had begun is what was due: the schedule knows that
/// of any instant. Else it is what was sent, which is known of the ends of intervals.
///
/// By the conductor's thread.
final class Overdue {
  private static final int CUTS = 64; // remembered of the time that the limit is long, at most

  private record Cut(long atNs, long begun) {}

  private final Objective objective;
  private final boolean counted;
  private final boolean byDue;
  private final long limitNs;
  private final Deque<Cut> cuts = new ArrayDeque<>();
  private long lastNs = Long.MIN_VALUE; // the end of the last interval
  private long begunThen; // by an instant longer ago than the limit
  private long completed;

  Overdue(Objective objective) {
    this.objective = objective;
    this.limitNs = (long) objective.limit();
    Series series = objective.metric() instanceof Latency latency ? latency.series() : Series.LAG;
    this.counted = series == Series.RESPONSE || series == Series.SERVICE;
    this.byDue = series == Series.RESPONSE && objective.operation().isEmpty();
  }

  /// An interval has ended; before anything is asked of the schedule that is due later.
  ///
  /// @param due how many operations of the window are due before an instant
  void due(long nowNs, LongUnaryOperator due) {
    long thenNs = nowNs - limitNs - 1;
    if (byDue && thenNs > lastNs) { // else asking would go back: the schedule might begin anew
      begunThen = Math.max(begunThen, due.applyAsLong(thenNs));
    }
    lastNs = nowNs;
  }

  /// An interval has ended; after [#due].
  ///
  /// @param due how many operations of the window were due by then
  /// @param total all that has been recorded so far
  /// @param kinds the names of its kinds
  void cut(long nowNs, long due, Recordings total, List<String> kinds) {
    if (!counted) {
      return;
    }
    long sent = 0;
    completed = 0;
    for (int i = 0; i < total.kinds(); i++) {
      if (objective.operation().isEmpty() || objective.operation().get().equals(kinds.get(i))) {
        KindRecordings kind = total.window(i);
        sent += kind.sentCount();
        completed += kind.succeededCount() + kind.failedCount();
      }
    }
    while (!cuts.isEmpty() && nowNs - cuts.getFirst().atNs() > limitNs) {
      begunThen = Math.max(begunThen, cuts.removeFirst().begun());
    }
    if (cuts.isEmpty() || nowNs - cuts.getLast().atNs() > limitNs / CUTS) {
      cuts.addLast(new Cut(nowNs, byDue ? due : sent));
    }
  }

  /// So many, when the last interval ended.
  long count() {
    return Math.max(0, begunThen - completed);
  }
}
