package dev.loadgen.engine.schedule;

import java.util.concurrent.atomic.AtomicLong;

/// A timetable that all workers share: the next free worker takes the next intended time. The first
/// is the start itself.
public final class SharedSchedule implements ArrivalSchedule {
  private final Timetable timetable;
  private final long limit;
  private final AtomicLong next = new AtomicLong();

  /// @param timetable of all workers together
  /// @param limit numbers run from 0 to here, exclusive
  public SharedSchedule(Timetable timetable, long limit) {
    this.timetable = timetable;
    this.limit = limit;
  }

  @Override
  public ArrivalStream stream(int worker) {
    return new Stream();
  }

  @Override
  public long countBefore(long offsetNs) {
    return Math.min(limit, timetable.countBefore(offsetNs, 0));
  }

  private final class Stream implements ArrivalStream {
    private long sequence = -1;
    private long intendedNs;

    @Override
    public boolean advance() {
      if (next.get() >= limit) {
        return false;
      }
      long taken = next.getAndIncrement();
      if (taken >= limit) {
        return false;
      }
      long offsetNs = timetable.offsetNs(taken, 0);
      if (offsetNs == Timetable.NEVER_NS) {
        return false;
      }
      sequence = taken;
      intendedNs = offsetNs;
      return true;
    }

    @Override
    public long skipTo(long offsetNs) {
      long due = countBefore(offsetNs);
      return Math.max(0, due - next.getAndAccumulate(due, Math::max));
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
