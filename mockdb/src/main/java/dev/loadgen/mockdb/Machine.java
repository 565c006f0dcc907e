package dev.loadgen.mockdb;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// What the mock database takes from the machine that it runs on: time, sleep, a lock, a thread.
/// Tests put one in its place on which time is simulated.
public interface Machine {
  /// The machine itself.
  Machine REAL = new RealMachine();

  /// Nanoseconds since an arbitrary origin; never decreases.
  long nanoTime();

  /// Sleeps until then, no less.
  ///
  /// @param deadlineNs in the time of [#nanoTime]
  /// @throws InterruptedException if the thread is or was interrupted
  void sleepUntil(long deadlineNs) throws InterruptedException;

  /// Waits until then, or until [#wake]; may return early.
  ///
  /// @param deadlineNs in the time of [#nanoTime]; `Long.MAX_VALUE` waits for [#wake]
  void awaitUntil(long deadlineNs);

  /// Ends a thread's [#awaitUntil], the present one or the next.
  void wake(Thread thread);

  /// A lock that is granted in the order in which it was asked for; it can be waited for
  /// interruptibly.
  ReadWriteLock fairLock();

  /// Starts a thread that does not keep the process alive.
  Thread start(String name, Runnable body);

  /// Interrupts a thread that [#start] started.
  void interrupt(Thread thread);

  /// The machine itself.
  final class RealMachine implements Machine {
    private RealMachine() {}

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void sleepUntil(long deadlineNs) throws InterruptedException {
      long leftNs = deadlineNs - System.nanoTime();
      while (leftNs > 0) {
        LockSupport.parkNanos(leftNs);
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while the mock database was busy");
        }
        leftNs = deadlineNs - System.nanoTime();
      }
    }

    @Override
    public void awaitUntil(long deadlineNs) {
      if (deadlineNs == Long.MAX_VALUE) {
        LockSupport.park();
      } else {
        LockSupport.parkNanos(deadlineNs - System.nanoTime());
      }
    }

    @Override
    public void wake(Thread thread) {
      LockSupport.unpark(thread);
    }

    @Override
    public ReadWriteLock fairLock() {
      return new ReentrantReadWriteLock(true);
    }

    @Override
    public Thread start(String name, Runnable body) {
      return Thread.ofPlatform().daemon().name(name).start(body);
    }

    @Override
    public void interrupt(Thread thread) {
      thread.interrupt();
    }
  }
}
