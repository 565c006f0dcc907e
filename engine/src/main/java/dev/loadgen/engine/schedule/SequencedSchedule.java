package dev.loadgen.engine.schedule;

import java.util.function.Supplier;

/// One sequence of arrivals that all workers share: the next free one takes the next. They take
/// turns behind a lock, for as long as it takes to draw or read one arrival.
public final class SequencedSchedule implements ArrivalSchedule {
  private final long limit;
  private final SequenceCount counts;
  private final Object lock = new Object();
  private final ArrivalSequence sequence; // guarded by lock, as are the next two
  private long taken;
  private boolean pending; // one has been advanced to, and not been taken

  /// @param source makes the sequence anew
  /// @param limit numbers run from 0 to here, exclusive
  public SequencedSchedule(Supplier<ArrivalSequence> source, long limit) {
    this.limit = limit;
    this.counts = new SequenceCount(source, limit);
    this.sequence = source.get();
  }

  @Override
  public ArrivalStream stream(int worker) {
    return new Stream();
  }

  @Override
  public long countBefore(long offsetNs) {
    return counts.before(offsetNs);
  }

  @Override
  public void close() {
    counts.close();
    synchronized (lock) {
      sequence.close();
    }
  }

  /// Whether there is a next; it is then pending. With the lock held.
  private boolean hasNext() {
    if (!pending && taken < limit) {
      pending = sequence.advance();
    }
    return pending;
  }

  private void take() {
    pending = false;
    taken++;
  }

  private final class Stream implements ArrivalStream {
    private long number = -1;
    private long intendedNs;
    private RecordedOperation recorded;

    @Override
    public boolean advance() {
      synchronized (lock) {
        if (!hasNext()) {
          return false;
        }
        number = taken;
        intendedNs = sequence.offsetNs();
        recorded = sequence.recorded();
        take();
        return true;
      }
    }

    @Override
    public long skipTo(long offsetNs) {
      synchronized (lock) {
        long before = taken;
        while (hasNext() && sequence.offsetNs() < offsetNs) {
          take();
        }
        return taken - before;
      }
    }

    @Override
    public long sequence() {
      return number;
    }

    @Override
    public long intendedNs() {
      return intendedNs;
    }

    @Override
    public RecordedOperation recorded() {
      return recorded;
    }
  }
}
