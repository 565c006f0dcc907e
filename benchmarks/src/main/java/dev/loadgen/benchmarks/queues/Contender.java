package dev.loadgen.benchmarks.queues;

/// A queue with the loops that use it, so that each is compiled for itself.
interface Contender extends AutoCloseable {
  /// What it is, in a few words.
  String name();

  /// Sends messages, from one thread.
  void produce(long count);

  /// Receives as many, in another.
  ///
  /// @return the sum of what was received, so that the work cannot be left out
  long consume(long count);

  @Override
  default void close() {}
}
