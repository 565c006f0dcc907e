package dev.loadgen.engine.schedule;

/// Operations in bursts: each is due when the first of its burst is. Keeps the rate of the
/// timetable that it is made of.
public final class Bursts implements Timetable {
  private final Timetable timetable;
  private final int size;

  /// @param size how many operations are due at once
  public Bursts(Timetable timetable, int size) {
    this.timetable = timetable;
    this.size = size;
  }

  @Override
  public long offsetNs(long k, double fraction) {
    return timetable.offsetNs(k - k % size, fraction);
  }

  @Override
  public long countBefore(long offsetNs, double fraction) {
    long single = timetable.countBefore(offsetNs, fraction);
    // Bursts begin at multiples of the size: those that begin below `single` are due.
    long bursts = single / size + (single % size == 0 ? 0 : 1);
    return bursts > Long.MAX_VALUE / size ? Long.MAX_VALUE : bursts * size;
  }
}
