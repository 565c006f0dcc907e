package dev.loadgen.ipc.queue;

import dev.loadgen.ipc.Idle;
import java.io.IOException;

/// A queue and the threads that empty it. The threads start with the first message: a lane that is
/// not used costs no CPU.
///
/// One or, if the type allows it, many threads offer.
final class Lane implements QueueDriver.Opened {
  private final MessageQueue queue;
  private final Crew crew;
  private final int consumers;
  private volatile boolean started;

  Lane(QueueType type, int capacity, int consumers, Idle idle) throws IOException {
    this.queue = type.open(capacity);
    this.crew = new Crew(idle);
    this.consumers = consumers;
  }

  /// Offers a message until it is accepted.
  ///
  /// @throws InterruptedException if interrupted while the queue was full
  void offer(int message) throws InterruptedException {
    if (!started) {
      start();
    }
    while (!queue.offer(message)) {
      crew.pause();
    }
  }

  private synchronized void start() {
    if (!started) {
      for (int i = 0; i < consumers; i++) {
        crew.start("queue-consumer", () -> queue.poll() != MessageQueue.NOTHING);
      }
      started = true;
    }
  }

  @Override
  public void tellToStop() {
    crew.tellToStop();
  }

  @Override
  public void close() throws InterruptedException {
    if (crew.stop()) {
      queue.close();
    }
  }
}
