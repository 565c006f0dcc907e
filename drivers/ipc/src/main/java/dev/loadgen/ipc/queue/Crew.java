package dev.loadgen.ipc.queue;

import dev.loadgen.ipc.Idle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Threads that do a step over and over until they are told to stop.
///
/// Any thread starts and closes it; each member runs its own step.
final class Crew implements AutoCloseable {
  /// One step of a member.
  @FunctionalInterface
  interface Step {
    /// Does it once.
    ///
    /// @return false if there was nothing to do
    boolean once();
  }

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Idle idle;
  private final List<Thread> members = new ArrayList<>();
  private volatile boolean stopping;

  Crew(Idle idle) {
    this.idle = idle;
  }

  synchronized void start(String name, Step step) {
    members.add(Thread.ofPlatform().daemon().name(name).start(() -> work(step)));
  }

  private void work(Step step) {
    while (!stopping) {
      if (!step.once()) {
        idle.once();
      }
    }
  }

  /// Whether its members are to stop.
  boolean isStopping() {
    return stopping;
  }

  /// What a thread does that waits for the crew.
  ///
  /// @throws InterruptedException if it was interrupted
  /// @throws IllegalStateException if the crew has stopped: what it waits for will not come
  void pause() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting for another thread");
    }
    if (stopping) {
      throw new IllegalStateException("the driver was closed");
    }
    idle.once();
  }

  /// Tells them to stop, without waiting for them.
  void tellToStop() {
    stopping = true;
  }

  /// Stops them, and waits for them.
  ///
  /// @return whether all have ended
  synchronized boolean stop() throws InterruptedException {
    stopping = true;
    boolean ended = true;
    for (Thread member : members) {
      ended &= member.join(PATIENCE);
    }
    return ended;
  }

  @Override
  public void close() throws InterruptedException {
    var _ = stop();
  }
}
