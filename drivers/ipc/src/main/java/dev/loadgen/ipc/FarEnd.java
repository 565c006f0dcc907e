package dev.loadgen.ipc;

import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Server;
import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// The far end of the sessions in a ring file: one thread that polls them all.
///
/// The poller alone touches the rings; it owns their consumer and producer roles until [#close].
/// What it throws ends the far end, and comes out of [#await]: then the roles are free, and drivers
/// find the far end gone.
final class FarEnd implements Server {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Path path;
  private final Object fileKey;
  private final RingMemory memory;
  private final Sweep sweep;
  private final Idle idle;
  private final Pauses pauses; // null for none
  private final Standstill standstill;
  private final Thread poller;
  private volatile boolean closing;
  private volatile Throwable failure;

  private FarEnd(Path path, RingMemory memory, Sweep sweep, Idle idle, Pauses pauses) {
    this.path = path;
    this.fileKey = FarEndFile.key(path);
    this.memory = memory;
    this.sweep = sweep;
    this.idle = idle;
    this.pauses = pauses;
    this.poller = Thread.ofPlatform().daemon().name("ipc-far-end").unstarted(this::poll);
    this.standstill = new Standstill(pauses, poller);
  }

  /// Starts it.
  ///
  /// @param pauses when it stands still; null for never
  /// @throws IOException if it cannot serve; the message is a sentence
  static FarEnd start(Path path, RingGeometry geometry, Idle idle, Pauses pauses)
      throws IOException {
    RingMemory memory = FarEndFile.open(path, geometry);
    try {
      FarEnd farEnd = new FarEnd(path, memory, Sweep.over(memory), idle, pauses);
      farEnd.poller.start();
      farEnd.standstill.start();
      return farEnd;
    } catch (IOException e) {
      memory.close();
      throw e;
    }
  }

  private void poll() {
    try (sweep) {
      while (!closing) {
        if (standstill.isNow()) {
          standstill.await();
        } else if (sweep.once() == 0) {
          idle.once();
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /// How many messages it has taken so far; exact once it is closed.
  long taken() {
    return sweep.takenOpaque();
  }

  @Override
  public String ready() {
    RingGeometry geometry = memory.geometry();
    return "ready ipc file="
        + path
        + " sessions="
        + geometry.rings() / 2
        + " message-bytes="
        + geometry.messageBytes()
        + " capacity="
        + geometry.capacity()
        + (pauses == null ? "" : " pauses=" + pauses.toWord());
  }

  @Override
  public void await() throws Exception {
    poller.join();
    Throwable thrown = failure;
    if (thrown != null) {
      throw new IllegalStateException("the far end of " + path + " failed: " + thrown, thrown);
    }
  }

  /// Ends it and takes the file away, unless another has its name meanwhile; what is mapped stays
  /// mapped for the others. Who closes it a second time waits for the first: the end of the process
  /// is often next.
  @Override
  public synchronized void close() throws InterruptedException {
    if (closing) {
      return;
    }
    closing = true;
    standstill.close();
    try {
      if (poller.join(PATIENCE)) {
        memory.close();
      }
    } finally { // also if the file was cut off
      FarEndFile.deleteIfSame(path, fileKey);
    }
  }
}
