package dev.loadgen.ipc;

import dev.loadgen.driver.Pauses;
import java.util.concurrent.locks.LockSupport;

/// Periodic pauses of one thread: a timer sets and clears a flag, so that the thread that pauses
/// reads no clock while it works.
///
/// The timer writes the flag; the thread reads it, and parks while it is set. Waking is by unpark,
/// which is not lost when it comes early.
final class Standstill implements AutoCloseable {
  private final Pauses pauses;
  private final Thread pausing;
  private final Thread timer;
  private volatile boolean now;
  private volatile boolean closed;

  /// @param pauses null for none
  /// @param pausing the thread that will call [#await]
  Standstill(Pauses pauses, Thread pausing) {
    this.pauses = pauses;
    this.pausing = pausing;
    this.timer =
        pauses == null
            ? null
            : Thread.ofPlatform().daemon().name("ipc-pauses").unstarted(this::run);
  }

  /// Begins counting; the first pause begins with it.
  void start() {
    if (timer != null) {
      timer.start();
    }
  }

  boolean isNow() {
    return now;
  }

  /// Waits for the pause's end.
  void await() {
    while (now) {
      LockSupport.park(this);
    }
  }

  private void run() {
    long startNs = System.nanoTime();
    for (long i = 0; !closed; i++) {
      long beginNs = startNs + i * pauses.periodNs();
      sleepUntil(beginNs);
      set(!closed);
      sleepUntil(beginNs + pauses.lengthNs());
      set(false);
    }
  }

  private void set(boolean paused) {
    now = paused;
    LockSupport.unpark(pausing);
  }

  private void sleepUntil(long deadlineNs) {
    for (long left = deadlineNs - System.nanoTime();
        left > 0 && !closed;
        left = deadlineNs - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  /// Ends the pause that is, and all others.
  @Override
  public void close() throws InterruptedException {
    closed = true;
    if (timer != null) {
      LockSupport.unpark(timer);
      timer.join();
    }
  }
}
