package dev.loadgen.mockdb;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.mockdb.model.PeriodicPauses;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// How operations of the mock database spend their time: they sleep, and when the world stops, so
/// do they. Thread-safe.
///
/// A pause that an operation brings about is either a lock (all else holds it for reading, the
/// pause for writing, so it also waits for those who are in) or a freeze (a true safepoint:
/// whatever is in flight stops at once, and goes on with what it had left). Freezes that overlap
/// are one that lasts until the later end. Periodic pauses are freezes at multiples of their period
/// from the schedule's start.
final class World {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
  private final boolean freezes;
  private final PeriodicPauses periodic;
  private final DriverContext context;
  private final Counter meant;
  private final Counter actual;
  private volatile long startNs;

  // All freezes so far, guarded by this: how long they took together, and until when the last
  // lasts.
  private long frozenNs;
  private long frozenUntilNs = Long.MIN_VALUE;
  private boolean everFrozen;

  World(boolean freezes, PeriodicPauses periodic, DriverContext context) {
    this.freezes = freezes;
    this.periodic = periodic;
    this.context = context;
    this.meant = context.counter(Counter.SLEEP_MEANT, "ns");
    this.actual = context.counter(Counter.SLEEP_ACTUAL, "ns");
    this.startNs = System.nanoTime();
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
      sleep(workNs);
    } finally {
      lock.readLock().unlock();
    }
  }

  /// An operation that stops the world.
  void pause(long pauseNs) throws InterruptedException {
    if (freezes) {
      freeze(pauseNs);
      return;
    }
    lock.writeLock().lockInterruptibly();
    try (Event event = context.begin("pause")) {
      sleep(pauseNs);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void freeze(long pauseNs) throws InterruptedException {
    long now = System.nanoTime();
    synchronized (this) {
      long until = now + pauseNs;
      long from = everFrozen ? Math.max(now, frozenUntilNs) : now;
      if (until > from) {
        frozenNs += until - from;
        frozenUntilNs = until;
      }
      everFrozen = true;
    }
    try (Event event = context.begin("pause")) {
      sleep(pauseNs);
    }
  }

  /// Sleeps until as much time has passed as it meant to, not counting what was frozen meanwhile.
  private void sleepThroughFreezes(long workNs) throws InterruptedException {
    long start = System.nanoTime();
    long base;
    synchronized (this) {
      // A freeze that is under way has so much still to come: it does not count as work.
      long remaining = everFrozen ? Math.max(0, frozenUntilNs - start) : 0;
      base = frozenNs - remaining;
    }
    long deadline;
    long extra = 0;
    do {
      deadline = finish(start, workNs + extra);
      parkUntil(deadline);
      synchronized (this) {
        extra = frozenNs - base;
      }
    } while (finish(start, workNs + extra) > deadline);
    meant.add(deadline - start);
    actual.add(System.nanoTime() - start);
  }

  private void sleep(long workNs) throws InterruptedException {
    long start = System.nanoTime();
    long deadline = finish(start, workNs);
    parkUntil(deadline);
    meant.add(deadline - start);
    actual.add(System.nanoTime() - start);
  }

  private long finish(long start, long workNs) {
    return periodic == null ? start + workNs : startNs + periodic.finish(start - startNs, workNs);
  }

  static void parkUntil(long deadlineNs) throws InterruptedException {
    long left = deadlineNs - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while the mock database was busy");
      }
      left = deadlineNs - System.nanoTime();
    }
  }
}
