package dev.loadgen.ipc;

import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.RoleTakenException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/// Goes over the sessions of a far end: over all that have a driver each time, and over one more,
/// another each time, to see whether that has changed. So sessions that nobody uses cost next to
/// nothing, however many there are.
///
/// Used by one thread; only [#takenOpaque] may be called by others.
final class Sweep implements AutoCloseable {
  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(Sweep.class, "taken", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final FarEndSession[] sessions;
  private final FarEndSession[] busy; // the first busyCount of them
  private int busyCount;
  private int probed;
  private long taken;

  private Sweep(List<FarEndSession> sessions) {
    this.sessions = sessions.toArray(FarEndSession[]::new);
    this.busy = new FarEndSession[this.sessions.length];
  }

  /// Takes the far end's roles in all sessions.
  ///
  /// @throws RoleTakenException if another far end has one; none is taken then
  /// @throws IOException if the rings are damaged
  static Sweep over(RingMemory memory) throws IOException {
    List<FarEndSession> sessions = new ArrayList<>();
    try {
      for (int i = 0; i < memory.geometry().rings() / 2; i++) {
        sessions.add(FarEndSession.open(memory, i));
      }
      return new Sweep(sessions);
    } catch (IOException e) {
      sessions.forEach(FarEndSession::close);
      throw e;
    }
  }

  /// Once over them.
  ///
  /// @return how many messages were taken
  /// @throws IllegalStateException if a message is not the one that should come
  int once() {
    int count = 0;
    for (int i = 0; i < busyCount; i++) {
      count += busy[i].poll();
    }
    probe();
    if (count > 0) {
      TAKEN.setOpaque(this, taken + count);
    }
    return count;
  }

  private void probe() {
    FarEndSession session = sessions[probed];
    probed = probed + 1 == sessions.length ? 0 : probed + 1;
    if (session.isInUse() != session.isBusy()) {
      session.busy(!session.isBusy());
      busyCount = 0;
      for (FarEndSession one : sessions) {
        if (one.isBusy()) {
          busy[busyCount++] = one;
        }
      }
    }
  }

  long takenOpaque() {
    return (long) TAKEN.getOpaque(this);
  }

  /// Gives all roles back.
  @Override
  public void close() {
    for (FarEndSession session : sessions) {
      session.close();
    }
  }
}
