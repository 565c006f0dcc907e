package dev.loadgen.engine.schedule;

import java.util.SplittableRandom;

/// A timetable, dealt to n workers: each has a schedule of its own at an n-th of the rate (YCSB's
/// model). First offsets are stratified: worker i starts at (permutation(i) + u) ÷ n of a period,
/// so that together they keep the rate evenly from the first moment and do not march in lockstep.
///
/// Operation k of the run belongs to the worker whose permuted place is k mod n, and is due when
/// the timetable has k plus that worker's u; so numbers follow intended times.
public final class PerThreadSchedule implements ArrivalSchedule {
  private final Timetable timetable;
  private final long limit;
  private final int[] place;
  private final double[] shift; // of a period

  /// @param timetable of all workers together
  /// @param workers at least 1
  /// @param limit numbers run from 0 to here, exclusive
  /// @param seed from which permutation and offsets derive
  public PerThreadSchedule(Timetable timetable, int workers, long limit, long seed) {
    this.timetable = timetable;
    this.limit = limit;
    this.place = new int[workers];
    this.shift = new double[workers];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < workers; i++) {
      int j = random.nextInt(i + 1); // Fisher–Yates, inside out
      place[i] = place[j];
      place[j] = i;
    }
    for (int i = 0; i < workers; i++) {
      shift[i] = random.nextDouble();
    }
  }

  @Override
  public ArrivalStream stream(int worker) {
    return new Stream(place[worker], shift[worker]);
  }

  @Override
  public long countBefore(long offsetNs) {
    long count = 0;
    for (int i = 0; i < place.length; i++) {
      count += countFrom(place[i], shift[i], offsetNs);
    }
    return count;
  }

  /// How many of one worker's arrivals are due before an instant.
  ///
  /// @param first the number of the first that is counted
  private long countFrom(long first, double fraction, long offsetNs) {
    long bound = Math.min(limit, timetable.countBefore(offsetNs, fraction));
    return bound > first ? (bound - first - 1) / place.length + 1 : 0;
  }

  private final class Stream implements ArrivalStream {
    private final double fraction;
    private long next;
    private long sequence = -1;
    private long intendedNs;

    Stream(long first, double fraction) {
      this.next = first;
      this.fraction = fraction;
    }

    @Override
    public boolean advance() {
      if (next >= limit) {
        return false;
      }
      long offsetNs = timetable.offsetNs(next, fraction);
      if (offsetNs == Timetable.NEVER_NS) {
        return false;
      }
      sequence = next;
      next += place.length;
      intendedNs = offsetNs;
      return true;
    }

    @Override
    public long skipTo(long offsetNs) {
      long skipped = countFrom(next, fraction, offsetNs);
      next += skipped * place.length;
      return skipped;
    }

    @Override
    public long sequence() {
      return sequence;
    }

    @Override
    public long intendedNs() {
      return intendedNs;
    }
  }
}
