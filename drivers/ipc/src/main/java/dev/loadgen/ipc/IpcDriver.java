package dev.loadgen.ipc;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Session;
import dev.loadgen.ipc.ring.RingMemory;
import java.io.IOException;

/// The driver of one run: one ring file, one far end.
final class IpcDriver implements Driver {
  private final RingMemory memory;
  private final FarEndWatch watch;
  private final FarEndProcess spawned;
  private final OperationKind echo;
  private final Idle idle;
  private final boolean failsWhenFull;

  /// @param spawned the far end, if it is this driver's; else null
  IpcDriver(
      RingMemory memory,
      FarEndWatch watch,
      FarEndProcess spawned,
      OperationKind echo,
      Idle idle,
      boolean failsWhenFull) {
    this.memory = memory;
    this.watch = watch;
    this.spawned = spawned;
    this.echo = echo;
    this.idle = idle;
    this.failsWhenFull = failsWhenFull;
    watch.start();
  }

  @Override
  public Session open(int index) throws IOException {
    return IpcSession.open(memory, index, echo, watch, idle, failsWhenFull);
  }

  /// A session that still waits throws.
  @Override
  public void close() throws InterruptedException {
    try (spawned; // null has nothing to close
        memory) {
      watch.close();
    }
  }
}
