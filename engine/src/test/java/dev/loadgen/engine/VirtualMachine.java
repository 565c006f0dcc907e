package dev.loadgen.engine;

import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.mockdb.Machine;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/// A machine for the mock database on which time is simulated.
final class VirtualMachine implements Machine {
  private final VirtualClock clock;

  VirtualMachine(VirtualClock clock) {
    this.clock = clock;
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }

  @Override
  public void sleepUntil(long deadlineNs) throws InterruptedException {
    while (clock.nanoTime() < deadlineNs) {
      clock.parkUntil(deadlineNs);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public void awaitUntil(long deadlineNs) {
    clock.parkUntil(deadlineNs);
  }

  @Override
  public void wake(Thread thread) {
    clock.unpark(thread);
  }

  @Override
  public ReadWriteLock fairLock() {
    return new FairLock();
  }

  @Override
  public Thread start(String name, Runnable body) {
    Thread thread = clock.thread(name, body);
    thread.start();
    return thread;
  }

  @Override
  public void interrupt(Thread thread) {
    clock.interrupt(thread);
  }

  /// First come, first served. One thread of the clock runs at a time, and all that is shared was
  /// written by one that has handed over the turn, under the clock's lock.
  private final class FairLock implements ReadWriteLock {
    private final ArrayDeque<Side> waiting = new ArrayDeque<>();
    private final ArrayDeque<Thread> waiters = new ArrayDeque<>();
    private int readers;
    private boolean writing;

    @Override
    public Lock readLock() {
      return new Side(this, false);
    }

    @Override
    public Lock writeLock() {
      return new Side(this, true);
    }

    private boolean free(boolean exclusive) {
      return !writing && (!exclusive || readers == 0);
    }

    private void acquire(Side side) throws InterruptedException {
      if (!waiting.isEmpty() || !free(side.exclusive)) {
        waiting.add(side);
        waiters.add(Thread.currentThread());
        while (!side.granted) {
          clock.parkUntil(Long.MAX_VALUE);
          if (Thread.interrupted()) {
            waiting.remove(side);
            waiters.remove(Thread.currentThread());
            throw new InterruptedException();
          }
        }
        return;
      }
      take(side);
    }

    private void take(Side side) {
      side.granted = true;
      writing = side.exclusive;
      readers += side.exclusive ? 0 : 1;
    }

    private void release(Side side) {
      writing &= !side.exclusive;
      readers -= side.exclusive ? 0 : 1;
      while (!waiting.isEmpty() && free(waiting.peek().exclusive)) {
        take(waiting.remove());
        clock.unpark(waiters.remove());
      }
    }
  }

  private static final class Side implements Lock {
    private final FairLock owner;
    private final boolean exclusive;
    private boolean granted;

    Side(FairLock owner, boolean exclusive) {
      this.owner = owner;
      this.exclusive = exclusive;
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
      owner.acquire(this);
    }

    @Override
    public void unlock() {
      owner.release(this);
    }

    @Override
    public void lock() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryLock() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Condition newCondition() {
      throw new UnsupportedOperationException();
    }
  }
}
