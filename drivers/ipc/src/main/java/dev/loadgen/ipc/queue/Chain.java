package dev.loadgen.ipc.queue;

import dev.loadgen.ipc.Idle;
import java.io.IOException;

/// A ring of threads with a queue between each and the next, the caller being one of them: what it
/// sends goes through all others and comes back.
///
/// ```
///   caller --> queue 0 --> link 1 --> queue 1 --> ... --> link c-1 --> queue c-1 --> caller
/// ```
///
/// One thread calls it. The links start with the first burst.
final class Chain implements QueueDriver.Opened {
  private final MessageQueue[] queues;
  private final Crew crew;
  private boolean started;
  private boolean broken; // a burst did not come back: what is left of it would answer the next

  /// @param threads how many, the caller included, 2 or more
  Chain(QueueType type, int capacity, int threads, Idle idle) throws IOException {
    this.queues = new MessageQueue[threads];
    this.crew = new Crew(idle);
    for (int i = 0; i < threads; i++) {
      queues[i] = type.open(capacity);
    }
  }

  /// Sends a burst around, all of it before the first is awaited.
  ///
  /// @param messages at most the queues' capacity
  /// @throws InterruptedException if interrupted meanwhile; the chain is then not to be used again
  /// @throws IllegalStateException if they came back in another order, the chain was closed, or a
  ///   burst before did not come back
  void around(int messages) throws InterruptedException {
    if (broken) {
      throw new IllegalStateException("a burst before this one did not come back");
    }
    start();
    broken = true;
    for (int i = 0; i < messages; i++) {
      while (!queues[0].offer(i & (MessageQueue.MESSAGES - 1))) {
        crew.pause();
      }
    }
    MessageQueue last = queues[queues.length - 1];
    for (int i = 0; i < messages; i++) {
      int message = last.poll();
      while (message == MessageQueue.NOTHING) {
        crew.pause();
        message = last.poll();
      }
      if (message != (i & (MessageQueue.MESSAGES - 1))) {
        throw new IllegalStateException("message " + i + " of the burst came back as " + message);
      }
    }
    broken = false;
  }

  private void start() {
    if (!started) {
      started = true;
      for (int i = 1; i < queues.length; i++) {
        MessageQueue from = queues[i - 1];
        MessageQueue to = queues[i];
        crew.start("queue-link", () -> pass(from, to));
      }
    }
  }

  private boolean pass(MessageQueue from, MessageQueue to) {
    int message = from.poll();
    if (message == MessageQueue.NOTHING) {
      return false;
    }
    while (!to.offer(message) && !crew.isStopping()) {
      Thread.onSpinWait();
    }
    return true;
  }

  @Override
  public void tellToStop() {
    crew.tellToStop();
  }

  @Override
  public void close() throws InterruptedException {
    if (crew.stop()) {
      for (MessageQueue queue : queues) {
        queue.close();
      }
    }
  }
}
