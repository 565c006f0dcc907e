package dev.loadgen.engine.schedule;

import java.util.SplittableRandom;

/// A constant rate, dealt to n workers: each has a schedule of its own at an n-th of the rate
/// (YCSB's model). First offsets are stratified: worker i starts at (permutation(i) + u) ÷ n of a
/// period, so that together they keep the rate evenly from the first moment and do not march in
/// lockstep.
///
/// Operation k of the run belongs to the worker whose permuted place is k mod n, and is due at ⌊k ÷
/// rate⌋ plus that worker's u; so numbers follow intended times.
public final class PerThreadSchedule implements ArrivalSchedule {
  private final ConstantRate rate;
  private final long limit;
  private final int[] place;
  private final long[] shiftNs;

  /// @param rate of all workers together
  /// @param workers at least 1
  /// @param limit numbers run from 0 to here, exclusive
  /// @param seed from which permutation and offsets derive
  public PerThreadSchedule(ConstantRate rate, int workers, long limit, long seed) {
    this.rate = rate;
    this.limit = limit;
    this.place = new int[workers];
    this.shiftNs = new long[workers];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < workers; i++) {
      int j = random.nextInt(i + 1); // Fisher–Yates, inside out
      place[i] = place[j];
      place[j] = i;
    }
    for (int i = 0; i < workers; i++) {
      shiftNs[i] = random.nextLong(Math.max(1, rate.periodNs()));
    }
  }

  @Override
  public ArrivalStream stream(int worker) {
    return new Stream(place[worker], shiftNs[worker]);
  }

  @Override
  public long countBefore(long offsetNs) {
    long count = 0;
    for (int i = 0; i < place.length; i++) {
      count += countFrom(place[i], shiftNs[i], offsetNs);
    }
    return count;
  }

  /// How many of one worker's arrivals are due before an instant.
  ///
  /// @param first the number of the first that is counted
  private long countFrom(long first, long shift, long offsetNs) {
    long bound = Math.min(limit, rate.countBefore(offsetNs - shift));
    return bound > first ? (bound - first - 1) / place.length + 1 : 0;
  }

  private final class Stream implements ArrivalStream {
    private final long shift;
    private long next;
    private long sequence = -1;
    private long intendedNs;

    Stream(long first, long shift) {
      this.next = first;
      this.shift = shift;
    }

    @Override
    public boolean advance() {
      if (next >= limit) {
        return false;
      }
      long offsetNs = rate.offsetNs(next);
      if (offsetNs == ConstantRate.NEVER_NS) {
        return false;
      }
      sequence = next;
      next += place.length;
      intendedNs = offsetNs + shift;
      return true;
    }

    @Override
    public long skipTo(long offsetNs) {
      long skipped = countFrom(next, shift, offsetNs);
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
