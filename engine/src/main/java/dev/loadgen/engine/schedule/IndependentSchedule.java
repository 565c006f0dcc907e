package dev.loadgen.engine.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// A sequence of arrivals for each of n workers, independent of one another. The j-th operation of
/// worker i has the number j·n + i; numbers of different workers do not follow intended times.
///
/// A Poisson process at an n-th of the rate for each of n workers that send one operation at a time
/// is another queue than one Poisson process that they share: an operation waits for its own worker
/// while another idles.
public final class IndependentSchedule implements ArrivalSchedule {
  private final IntFunction<ArrivalSequence> sources;
  private final int workers;
  private final long limit;
  private final List<SequenceCount> counts = new ArrayList<>();

  /// @param sources makes the sequence of a worker anew
  /// @param limit numbers run from 0 to here, exclusive
  public IndependentSchedule(IntFunction<ArrivalSequence> sources, int workers, long limit) {
    this.sources = sources;
    this.workers = workers;
    this.limit = limit;
    for (int i = 0; i < workers; i++) {
      int worker = i;
      Supplier<ArrivalSequence> source = () -> sources.apply(worker);
      counts.add(new SequenceCount(source, share(i)));
    }
  }

  @Override
  public ArrivalStream stream(int worker) {
    return new Stream(worker);
  }

  @Override
  public long countBefore(long offsetNs) {
    long count = 0;
    for (int i = 0; i < workers; i++) {
      count += counts.get(i).before(offsetNs);
    }
    return count;
  }

  /// How many numbers below the limit are a worker's.
  private long share(int worker) {
    return limit / workers + (worker < limit % workers ? 1 : 0);
  }

  private final class Stream implements ArrivalStream {
    private final int worker;
    private final long share;
    private final ArrivalSequence arrivals;
    private long taken;
    private boolean pending;
    private long intendedNs;

    Stream(int worker) {
      this.worker = worker;
      this.share = share(worker);
      this.arrivals = sources.apply(worker);
    }

    private boolean hasNext() {
      if (!pending && taken < share) {
        pending = arrivals.advance();
      }
      return pending;
    }

    @Override
    public boolean advance() {
      if (!hasNext()) {
        return false;
      }
      intendedNs = arrivals.offsetNs();
      pending = false;
      taken++;
      return true;
    }

    @Override
    public long skipTo(long offsetNs) {
      long before = taken;
      while (hasNext() && arrivals.offsetNs() < offsetNs) {
        pending = false;
        taken++;
      }
      return taken - before;
    }

    @Override
    public long sequence() {
      return (taken - 1) * workers + worker;
    }

    @Override
    public long intendedNs() {
      return intendedNs;
    }
  }
}
