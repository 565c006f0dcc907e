package dev.loadgen.ipc.queue;

import dev.loadgen.ipc.ring.FixedConsumer;
import dev.loadgen.ipc.ring.FixedProducer;
import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingKind;
import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.UnusedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Our own ring with 4-byte messages, for one producer and one consumer.
final class RingQueue implements MessageQueue {
  private final RingMemory memory;
  private final FixedProducer producer;
  private final FixedConsumer consumer;

  private RingQueue(RingMemory memory) throws IOException {
    this.memory = memory;
    this.producer = memory.fixedProducer(0);
    this.consumer = memory.fixedConsumer(0);
  }

  static RingQueue offHeap(int capacity) throws IOException {
    return new RingQueue(RingMemory.offHeap(geometry(capacity)));
  }

  /// In a file that has no name any more once it is mapped, so that nothing is left behind.
  static RingQueue mapped(int capacity) throws IOException {
    Path path = UnusedFile.path();
    try {
      return new RingQueue(RingMemory.create(path, geometry(capacity)));
    } finally {
      Files.deleteIfExists(path);
    }
  }

  private static RingGeometry geometry(int capacity) {
    return new RingGeometry(RingKind.FIXED, Integer.BYTES, capacity, 1);
  }

  @Override
  public boolean offer(int message) {
    return producer.offerInt(message);
  }

  @Override
  public int poll() {
    long message = consumer.pollInt();
    return message == FixedConsumer.NOTHING ? NOTHING : (int) message;
  }

  @Override
  public void close() {
    memory.close();
  }
}
