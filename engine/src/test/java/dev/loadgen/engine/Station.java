package dev.loadgen.engine;

import dev.loadgen.engine.schedule.ArrivalSequence;
import dev.loadgen.engine.theory.RegenerativeCycles;
import dev.loadgen.engine.time.Clock;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// A queue's servers, as the system behind a [SimulatedDriver] sees them: how long each customer
/// stays, and, from when they come and when they were due, what they waited. Of the engine it has
/// nothing but the arrivals, drawn anew.
///
/// A customer who found exactly so many being served, and did not wait, begins a cycle: service
/// that goes on is exponential, so what was before does not matter; or nobody is being served.
final class Station implements LongUnaryOperator {
  /// The series of [#cycles].
  static final int WAIT = 0;

  /// 1 if the customer waited, else 0.
  static final int WAITED = 1;

  /// From here on, for each level: 1 if the wait exceeded it, else 0.
  static final int EXCEEDED = 2;

  private static final int AHEAD = 64; // customers due at one instant may come in any order

  private final Clock clock;
  private final ArrivalSequence arrivals;
  private final LongUnaryOperator serviceNs;
  private final long warmupNs;
  private final int found;
  private final double[] levels;
  private final RegenerativeCycles cycles;
  private final double[] values;
  private final long[] endsNs; // of each server
  private final long[] dueNs = new long[AHEAD];
  private long drawn;
  private long startNs;
  private long waitSumNs;
  private long waited;
  private long counted;
  private boolean overbooked;

  /// @param arrivals when customers are due, from the start
  /// @param warmupNs customers that are due earlier do not count
  /// @param found how many the first of a cycle finds being served: 0 unless service is exponential
  /// @param levels waits to count the longer ones of, ns
  Station(
      Clock clock,
      ArrivalSequence arrivals,
      LongUnaryOperator serviceNs,
      int servers,
      long warmupNs,
      int found,
      double... levels) {
    this.clock = clock;
    this.arrivals = arrivals;
    this.serviceNs = serviceNs;
    this.warmupNs = warmupNs;
    this.found = found;
    this.levels = levels.clone();
    this.values = new double[EXCEEDED + levels.length];
    this.cycles = new RegenerativeCycles(values.length);
    this.endsNs = new long[servers];
    Arrays.fill(endsNs, Long.MIN_VALUE);
  }

  /// A customer comes; on the thread that has the clock's turn.
  ///
  /// @param sequence its number
  /// @return how long it will be served
  @Override
  public long applyAsLong(long sequence) {
    long nowNs = clock.nanoTime();
    long offsetNs = dueNs(sequence);
    if (sequence == 0) {
      startNs = nowNs - offsetNs; // the first has nobody to wait for
    }
    long stayNs = serviceNs.applyAsLong(sequence);
    int busy = seat(nowNs, stayNs);
    if (offsetNs >= warmupNs) {
      count(nowNs - startNs - offsetNs, busy);
    }
    return stayNs;
  }

  /// @return how many are being served by others
  private int seat(long nowNs, long stayNs) {
    int busy = 0;
    int free = -1;
    for (int i = 0; i < endsNs.length; i++) {
      if (endsNs[i] > nowNs) {
        busy++;
      } else {
        free = i;
      }
    }
    if (free < 0) {
      overbooked = true;
    } else {
      endsNs[free] = nowNs + stayNs;
    }
    return busy;
  }

  private void count(long waitNs, int busy) {
    if (waitNs == 0 && busy == found) {
      cycles.regenerate();
    }
    values[WAIT] = waitNs;
    values[WAITED] = waitNs > 0 ? 1 : 0;
    for (int i = 0; i < levels.length; i++) {
      values[EXCEEDED + i] = waitNs > levels[i] ? 1 : 0;
    }
    cycles.add(values);
    waitSumNs += waitNs;
    waited += waitNs > 0 ? 1 : 0;
    counted++;
  }

  private long dueNs(long sequence) {
    while (drawn <= sequence) {
      if (!arrivals.advance()) {
        throw new IllegalStateException("customer " + sequence + " is not due at all");
      }
      dueNs[(int) (drawn % AHEAD)] = arrivals.offsetNs();
      drawn++;
    }
    if (drawn - sequence > AHEAD) {
      throw new IllegalStateException("customer " + sequence + " comes after " + (drawn - 1));
    }
    return dueNs[(int) (sequence % AHEAD)];
  }

  RegenerativeCycles cycles() {
    return cycles;
  }

  /// How many customers were counted.
  long counted() {
    return counted;
  }

  /// How many of them waited.
  long waited() {
    return waited;
  }

  /// What they waited together.
  long waitSumNs() {
    return waitSumNs;
  }

  /// Whether a customer came while all servers were busy.
  boolean isOverbooked() {
    return overbooked;
  }
}
