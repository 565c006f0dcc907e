package dev.loadgen.ipc.queue;

/// A queue of small numbers between threads of one process: what all that are measured have in
/// common. It never waits. How many threads may offer and poll is up to its [QueueType].
///
/// A queue of objects carries one of 128 that are there already, so that a message costs no
/// allocation but what the queue itself needs.
public interface MessageQueue extends AutoCloseable {
  /// How many messages there are: they are the numbers from 0 to one less.
  int MESSAGES = 128;

  /// What [#poll] returns when the queue is empty.
  int NOTHING = -1;

  /// Puts a message at the end.
  ///
  /// @param message 0 to [#MESSAGES] − 1
  /// @return false if the queue is full
  boolean offer(int message);

  /// Takes the first message.
  ///
  /// @return it; [#NOTHING] if there is none
  int poll();

  /// Frees what it holds outside of the heap.
  @Override
  default void close() {}
}
