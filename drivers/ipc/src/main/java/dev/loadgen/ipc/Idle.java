package dev.loadgen.ipc;

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
  YIELD {
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // to leave it to the scheduler is what was asked for
    public void once() {
      Thread.yield();
    }
  },
  /// Sleeps for as short as the system's timers allow, some 50 to 100 µs: costs next to nothing.
  PARK {
    @Override
    public void once() {
      LockSupport.parkNanos(PARK_NS);
    }
  };

  private static final long PARK_NS = 1_000;

  /// Waits a little. An interrupt stays pending.
  public abstract void once();
}
