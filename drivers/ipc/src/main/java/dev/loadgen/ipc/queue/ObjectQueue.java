package dev.loadgen.ipc.queue;

import java.util.Queue;

/// Any queue of objects.
///
/// @param queue what is measured
record ObjectQueue(Queue<Integer> queue) implements MessageQueue {
  @Override
  public boolean offer(int message) {
    return queue.offer(message); // boxed to one of those that the JDK keeps
  }

  @Override
  public int poll() {
    Integer message = queue.poll();
    return message == null ? NOTHING : message;
  }
}
