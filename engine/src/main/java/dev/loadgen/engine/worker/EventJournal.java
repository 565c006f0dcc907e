package dev.loadgen.engine.worker;

import dev.loadgen.driver.Event;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.histograms.summary.EventSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What drivers report of pauses and the like. Thread-safe by a lock: events are rare. Those that
/// have ended are kept until they are drained, at most [#MAX_PENDING]; what is beyond that is in
/// the sums only.
final class EventJournal {
  static final int MAX_PENDING = 10_000;

  /// An event that has ended; instants in the clock's time.
  record Ended(String name, long startNs, long endNs) {}

  /// By how much the sums of what drivers report have grown.
  record Growth(long count, double totalNs) {}

  private static final class Sum {
    long count;
    double totalNs;
    long maxNs;
    long open;
  }

  private final Clock clock;
  private final Map<String, Sum> sums = new TreeMap<>();
  private List<Ended> pending = new ArrayList<>();
  private long grownCount;
  private double grownNs;

  EventJournal(Clock clock) {
    this.clock = clock;
  }

  Event begin(String name) {
    long startNs = clock.nanoTime();
    synchronized (this) {
      sums.computeIfAbsent(name, key -> new Sum()).open++;
    }
    return new Open(name, startNs);
  }

  private synchronized void end(Open event, long endNs) {
    if (event.closed) {
      return;
    }
    event.closed = true;
    sums.get(event.name).open--;
    grownCount++;
    grownNs += endNs - event.startNs;
    add(event.name, event.startNs, endNs);
  }

  /// Notes what the driver does not report, and has ended: it is not part of [#growth].
  synchronized void ended(String name, long startNs, long endNs) {
    sums.computeIfAbsent(name, key -> new Sum());
    add(name, startNs, endNs);
  }

  private void add(String name, long startNs, long endNs) {
    Sum sum = sums.get(name);
    long lengthNs = endNs - startNs;
    sum.count++;
    sum.totalNs += lengthNs;
    sum.maxNs = Math.max(sum.maxNs, lengthNs);
    if (pending.size() < MAX_PENDING) {
      pending.add(new Ended(name, startNs, endNs));
    }
  }

  /// The events that have ended since the last call.
  synchronized List<Ended> drain() {
    List<Ended> drained = pending;
    pending = new ArrayList<>();
    return drained;
  }

  /// By how much the sums have grown since the last call.
  synchronized Growth growth() {
    Growth growth = new Growth(grownCount, grownNs);
    grownCount = 0;
    grownNs = 0;
    return growth;
  }

  synchronized List<EventSummary> summaries() {
    List<EventSummary> summaries = new ArrayList<>();
    sums.forEach((name, sum) ->
        summaries.add(new EventSummary(name, sum.count, sum.totalNs, sum.maxNs, sum.open > 0)));
    return summaries;
  }

  private final class Open implements Event {
    private final String name;
    private final long startNs;
    private boolean closed;

    Open(String name, long startNs) {
      this.name = name;
      this.startNs = startNs;
    }

    @Override
    public void close() {
      end(this, clock.nanoTime());
    }
  }
}
