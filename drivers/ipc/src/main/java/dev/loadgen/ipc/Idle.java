package dev.loadgen.ipc;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/// What a thread does between two looks at a ring that had nothing for it.
public enum Idle {
  /// Looks again at once: the quickest, and needs a CPU of its own. A virtual thread lets others
  /// run first: it shares its CPU with those that the open model has in flight.
  SPIN {
    @Override
    public void once() {
      if (Thread.currentThread().isVirtual()) {
        YIELD.once();
      } else {
        Thread.onSpinWait();
      }
    }
  },
  /// Lets others run first.
  ///
  /// A virtual thread that yields goes to the end of its carrier's own queue, and carriers look at
  /// what other threads have submitted only when that is empty: some that yield for ever would keep
  /// those out for ever. So a virtual thread parks now and then, by chance.
  YIELD {
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // to leave it to the scheduler is what was asked for
    public void once() {
      if (Thread.currentThread().isVirtual()
          && ThreadLocalRandom.current().nextInt(YIELDS_PER_PARK) == 0) {
        PARK.once();
      } else {
        Thread.yield();
      }
    }
  },
  /// Sleeps for as short as the system's timers allow, some 50 to 100 µs: costs next to nothing.
  PARK {
    @Override
    public void once() {
      LockSupport.parkNanos(PARK_NS);
    }
  };

  private static final int YIELDS_PER_PARK = 256;
  private static final long PARK_NS = 1_000;

  /// Waits a little. An interrupt stays pending.
  public abstract void once();
}
