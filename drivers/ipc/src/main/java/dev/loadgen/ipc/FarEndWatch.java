package dev.loadgen.ipc;

import dev.loadgen.ipc.ring.RingMemory;
import java.nio.file.Path;
import java.time.Duration;

/// Looks ten times a second whether the far end lives, so that sessions need only read a flag: also
/// those that never wait, because their ring has room.
///
/// Its thread writes the flag, sessions read it. A far end that comes back, on the same file, is
/// seen too.
final class FarEndWatch implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);

  private final RingMemory memory;
  private final Path path;
  private final Thread watcher;
  private volatile boolean gone;
  private volatile boolean closed;

  FarEndWatch(RingMemory memory, Path path) {
    this.memory = memory;
    this.path = path;
    this.gone = isGone();
    this.watcher = Thread.ofPlatform().daemon().name("ipc-watch").unstarted(this::watch);
  }

  void start() {
    watcher.start();
  }

  private void watch() {
    while (!closed) {
      gone = isGone();
      try {
        Thread.sleep(PERIOD);
      } catch (InterruptedException e) {
        return; // closed
      }
    }
  }

  private boolean isGone() {
    return memory.livingConsumer(FarEndMessage.requests(0)).isEmpty();
  }

  /// Checks that the far end was there a moment ago.
  ///
  /// @throws FarEndGoneException if it was not
  void check() throws FarEndGoneException {
    if (gone) {
      throw new FarEndGoneException(
          "there is no process at the far end of " + path + ": it has ended, or never began");
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    watcher.interrupt();
    watcher.join();
  }
}
