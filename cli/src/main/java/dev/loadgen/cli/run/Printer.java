package dev.loadgen.cli.run;

import java.io.PrintWriter;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Prints from a thread of its own: a terminal that is held with Ctrl-S, or a pipe that nobody
/// reads, must not hold up the run. What it cannot get rid of is dropped, the newest first.
final class Printer {
  private static final int MOST = 1_000;
  private static final long PATIENCE_MS = 2_000;

  private final PrintWriter writer;
  private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(MOST);

  Printer(PrintWriter writer) {
    this.writer = writer;
    Thread.ofPlatform().daemon().name("loadgen-printer").start(this::work);
  }

  private void work() {
    try {
      while (true) {
        queue.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does this, but then it is to end
    }
  }

  /// Prints a text as it stands.
  ///
  /// @return whether it will be; not if too much waits already
  boolean print(String text) {
    return queue.offer(() -> {
      writer.print(text);
      writer.flush();
    });
  }

  /// Waits, for 2 s at most, until all that was given until now has been printed.
  void flush() {
    CountDownLatch printed = new CountDownLatch(1);
    try {
      if (queue.offer(printed::countDown, PATIENCE_MS, TimeUnit.MILLISECONDS)) {
        boolean _ = printed.await(PATIENCE_MS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
