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
    try {
      while (!closed) {
        gone = isGone();
        Thread.sleep(PERIOD);
      }
    } catch (InterruptedException e) {
      // closed
    } catch (InternalError e) {
      gone = true; // the file was cut off: there is nothing to look at any more
    }
  }

  private boolean isGone() {
    return memory.livingConsumer(FarEndMessage.requests(0)).isEmpty();
  }

  /// Checks that the far end was there a moment ago, and that the driver is open.
  ///
  /// @throws FarEndGoneException if the far end was not there
  /// @throws IllegalStateException if the driver was closed
  void check() throws FarEndGoneException {
    if (closed) {
      throw new IllegalStateException("the driver was closed");
    }
    if (gone) {
      throw new FarEndGoneException(
          "there is no process at the far end of " + path + ": it has ended, or never began");
    }
  }

  /// Ends it; whoever waits for the far end gives up.
  @Override
  public void close() throws InterruptedException {
    closed = true;
    watcher.interrupt();
    watcher.join();
  }
}
