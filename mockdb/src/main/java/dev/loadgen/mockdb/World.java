package dev.loadgen.mockdb;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.mockdb.model.PeriodicPauses;
import java.util.concurrent.locks.ReadWriteLock;

/// How operations of the mock database spend their time: they sleep, and when the world stops, so
/// do they. Thread-safe.
///
/// A pause that an operation brings about is either a lock (all else holds it for reading, the
/// pause for writing, so it also waits for those who are in) or a freeze (a true safepoint:
/// whatever is in flight stops at once, and goes on with what it had left). Periodic pauses are
/// freezes at multiples of their period from the schedule's start. Freezes that overlap are one
/// that lasts until the later end.
final class World {
  private static final long FIXED = -1; // of work that no freeze prolongs

  private final Machine machine;
  private final ReadWriteLock lock;
  private final boolean freezes;
  private final PeriodicPauses periodic;
  private final DriverContext context;
  private final Counter meant;
  private final Counter actual;
  private volatile long startNs;

  // The freezes so far that operations brought about, guarded by this: the last one, and how long
  // all took together, not counting what periodic pauses took anyway.
  private long frozenFromNs;
  private long frozenUntilNs;
  private long frozenNs;

  /// @param freezes whether an operation's pause is a freeze; else it is a lock
  /// @param periodic null for none
  World(Machine machine, boolean freezes, PeriodicPauses periodic, DriverContext context) {
    this.machine = machine;
    this.lock = machine.fairLock();
    this.freezes = freezes;
    this.periodic = periodic;
    this.context = context;
    this.meant = context.counter(Counter.SLEEP_MEANT, "ns");
    this.actual = context.counter(Counter.SLEEP_ACTUAL, "ns");
    this.startNs = machine.nanoTime();
    this.frozenFromNs = startNs;
    this.frozenUntilNs = startNs;
  }

  void startAt(long instantNs) {
    startNs = instantNs;
  }

  /// An ordinary operation.
  void work(long workNs) throws InterruptedException {
    if (freezes) {
      sleepThroughFreezes(workNs);
      return;
    }
    lock.readLock().lockInterruptibly();
    try {
      long now = machine.nanoTime();
      sleep(now, finish(now, workNs));
    } finally {
      lock.readLock().unlock();
    }
  }

  /// An operation that stops the world.
  void pause(long pauseNs) throws InterruptedException {
    if (freezes) {
      long now = machine.nanoTime();
      long until = finish(now, pauseNs);
      freeze(now, until);
      pauseUntil(now, until);
      return;
    }
    lock.writeLock().lockInterruptibly();
    try {
      long now = machine.nanoTime();
      pauseUntil(now, finish(now, pauseNs));
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void pauseUntil(long now, long until) throws InterruptedException {
    try (Event event = beginPause()) {
      sleep(now, until);
    }
  }

  private synchronized void freeze(long now, long until) {
    if (now > frozenUntilNs) {
      frozenFromNs = now;
      frozenUntilNs = now;
    }
    if (until > frozenUntilNs) {
      frozenNs += running(frozenUntilNs, until);
      frozenUntilNs = until;
    }
  }

  /// How much has been frozen in all until now: what is still to come does not count.
  private synchronized long frozenUntil(long now) {
    return frozenNs - running(Math.max(now, frozenFromNs), Math.max(now, frozenUntilNs));
  }

  /// How much all freezes take that began before an instant.
  private synchronized long frozenByBegunBefore(long instantNs) {
    return instantNs > frozenFromNs ? frozenNs : frozenNs - running(frozenFromNs, frozenUntilNs);
  }

  /// Work that was begun.
  ///
  /// @param startNs when
  /// @param workNs how long it takes while the world runs
  /// @param frozenNs how long the world had stood still by then, by what operations brought about
  /// @param endNs when it ends, as far as was known
  record Work(long startNs, long workNs, long frozenNs, long endNs) {}

  /// Whether an operation's pause is a freeze.
  boolean freezes() {
    return freezes;
  }

  /// Begins an ordinary operation that nobody sleeps for.
  Work work(long nowNs, long workNs) {
    if (!freezes) {
      return new Work(nowNs, workNs, 0, finish(nowNs, workNs));
    }
    long before = frozenUntil(nowNs);
    long end = finish(nowNs, workNs + frozenByBegunBefore(nowNs + 1) - before);
    return new Work(nowNs, workNs, before, end);
  }

  /// Begins one that stops the world, which nobody sleeps for.
  Work pauseWork(long nowNs, long pauseNs) {
    long end = finish(nowNs, pauseNs);
    if (freezes) {
      freeze(nowNs, end);
    }
    return new Work(nowNs, pauseNs, FIXED, end);
  }

  /// When work ends, once the instant has come at which it was to end: later, if a freeze began
  /// before that.
  long endOf(Work work, long dueNs) {
    boolean fixed = !freezes || work.frozenNs == FIXED;
    return fixed
        ? dueNs
        : finish(work.startNs, work.workNs + frozenByBegunBefore(dueNs) - work.frozenNs);
  }

  /// The world stops because of an operation.
  Event beginPause() {
    return context.begin("pause");
  }

  /// Sleeps until as much time has passed as it meant to, not counting what was frozen meanwhile.
  private void sleepThroughFreezes(long workNs) throws InterruptedException {
    Work work = work(machine.nanoTime(), workNs);
    long deadline = work.startNs;
    long end = work.endNs;
    while (end > deadline) {
      deadline = end;
      machine.sleepUntil(deadline);
      end = endOf(work, deadline);
    }
    slept(work.startNs, deadline, machine.nanoTime());
  }

  private void sleep(long start, long deadline) throws InterruptedException {
    machine.sleepUntil(deadline);
    slept(start, deadline, machine.nanoTime());
  }

  /// Counts a sleep: from when until when it was meant to be, and when it ended.
  void slept(long start, long deadline, long now) {
    meant.add(deadline - start);
    actual.add(now - start);
  }

  private long finish(long start, long workNs) {
    return periodic == null ? start + workNs : startNs + periodic.finish(start - startNs, workNs);
  }

  private long running(long from, long to) {
    return periodic == null ? to - from : periodic.runningNs(from - startNs, to - startNs);
  }
}
