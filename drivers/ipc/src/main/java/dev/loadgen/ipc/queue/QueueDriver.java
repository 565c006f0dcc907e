package dev.loadgen.ipc.queue;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Session;
import dev.loadgen.ipc.Idle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The driver of one run. It closes what its sessions use, so that this works without them.
final class QueueDriver implements Driver {
  /// What a run consists of.
  ///
  /// @param capacity of every queue
  /// @param consumers of a lane
  /// @param burst how many messages go around a chain at once
  /// @param chain how many threads it has, the session's included
  record Shape(QueueType type, int capacity, int consumers, int burst, int chain, Idle idle) {}

  /// What has threads.
  interface Opened extends AutoCloseable {
    /// Tells them to stop, without waiting for them.
    void tellToStop();
  }

  private final OperationKind ring;
  private final Shape shape;
  private final Lane shared; // null if each session has its own
  private final List<Opened> opened = new ArrayList<>();

  QueueDriver(OperationKind ring, Shape shape) throws IOException {
    this.ring = ring;
    this.shape = shape;
    this.shared = shape.type().takesManyProducers() ? lane() : null;
  }

  private synchronized Lane lane() throws IOException {
    Lane lane = new Lane(shape.type(), shape.capacity(), shape.consumers(), shape.idle());
    opened.add(lane);
    return lane;
  }

  private synchronized Chain chain() throws IOException {
    Chain chain = new Chain(shape.type(), shape.capacity(), shape.chain(), shape.idle());
    opened.add(chain);
    return chain;
  }

  @Override
  public Session open(int index) throws IOException {
    return new QueueSession(ring, shared == null ? lane() : shared, chain(), shape.burst());
  }

  /// All are told to stop before the first is waited for: threads that spin keep one another from a
  /// CPU, and who is interrupted while it waits leaves none of them spinning.
  @Override
  public synchronized void close() throws Exception {
    opened.forEach(Opened::tellToStop);
    for (Opened one : opened) {
      one.close();
    }
  }
}
