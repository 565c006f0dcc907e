package dev.loadgen.kv.store;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// Tells when memory that readers may still look at can be used again.
///
/// A reader pins the present epoch before it follows a reference and lets go when it is done. A
/// writer first takes the last reference away, then [#retire]s the memory, which begins a new
/// epoch. The memory is free once no reader pins an epoch before that: those who pinned later began
/// to read when the reference was gone. (Epoch-based reclamation: K. Fraser, *Practical
/// lock-freedom*, 2004.)
///
/// Any thread may retire; each [Pin] is written by its reader alone and read by writers. A reader
/// never waits. A reader that stays pinned keeps retired memory from being used again, and does no
/// other harm.
final class Epochs {
  /// What one reader pins. Written by its reader, read by all writers.
  static final class Pin {
    private static final VarHandle EPOCH = Handles.field(Pin.class, "epoch", long.class);

    private final Epochs epochs;

    // Readers write theirs all the time: no two on one cache line.
    @SuppressWarnings("unused")
    private long before1, before2, before3, before4, before5, before6, before7;

    private long epoch;

    @SuppressWarnings("unused")
    private long after1, after2, after3, after4, after5, after6, after7;

    private Pin(Epochs epochs) {
      this.epochs = epochs;
    }

    /// From here on nothing that can be reached is used again.
    void pin() {
      EPOCH.setOpaque(this, epochs.present.get());
      // The pin must be seen by a writer before anything is read under it.
      VarHandle.fullFence();
    }

    /// What was read is not looked at any more.
    void release() {
      EPOCH.setRelease(this, 0L);
    }

    boolean isPinned() {
      return epoch != 0;
    }
  }

  private final AtomicLong present = new AtomicLong(1);
  private final List<Pin> pins = new CopyOnWriteArrayList<>();

  Pin register() {
    Pin pin = new Pin(this);
    pins.add(pin);
    return pin;
  }

  void unregister(Pin pin) {
    pins.remove(pin);
  }

  /// Begins a new epoch, after the last reference to something was taken away.
  ///
  /// @return what [#hasPassed] takes
  long retire() {
    return present.incrementAndGet(); // a full fence
  }

  /// Whether no reader can still see what was retired with this epoch.
  boolean hasPassed(long retired) {
    VarHandle.fullFence();
    for (Pin pin : pins) {
      long pinned = (long) Pin.EPOCH.getAcquire(pin);
      if (pinned != 0 && pinned < retired) {
        return false;
      }
    }
    return true;
  }
}
