package dev.loadgen.ipc.queue;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/// The queues that can be measured.
public enum QueueType {
  /// Our ring in a mapped file.
  SPSC_MAPPED(1, 1) {
    @Override
    public MessageQueue open(int capacity) throws IOException {
      return RingQueue.mapped(capacity);
    }
  },
  /// Our ring in memory outside of the heap.
  SPSC_OFFHEAP(1, 1) {
    @Override
    public MessageQueue open(int capacity) throws IOException {
      return RingQueue.offHeap(capacity);
    }
  },
  /// JCTools' queue for one producer and one consumer.
  JCTOOLS_SPSC(1, 1) {
    @Override
    public MessageQueue open(int capacity) {
      return new ObjectQueue(new SpscVarHandleArrayQueue<>(capacity));
    }
  },
  /// JCTools' queue for many producers and consumers.
  JCTOOLS_MPMC(Integer.MAX_VALUE, Integer.MAX_VALUE) {
    @Override
    public MessageQueue open(int capacity) {
      return new ObjectQueue(new MpmcVarHandleArrayQueue<>(capacity));
    }
  },
  /// The JDK's `ConcurrentLinkedQueue`: without bounds, and with a node for each message.
  CLQ(Integer.MAX_VALUE, Integer.MAX_VALUE) {
    @Override
    public MessageQueue open(int capacity) {
      return new ObjectQueue(new ConcurrentLinkedQueue<>());
    }
  },
  /// The JDK's `ArrayBlockingQueue`: one lock.
  ABQ(Integer.MAX_VALUE, Integer.MAX_VALUE) {
    @Override
    public MessageQueue open(int capacity) {
      return new ObjectQueue(new ArrayBlockingQueue<>(capacity));
    }
  },
  /// The Disruptor's ring buffer.
  DISRUPTOR(Integer.MAX_VALUE, 1) {
    @Override
    public MessageQueue open(int capacity) {
      return new DisruptorQueue(capacity);
    }
  };

  private final int mostProducers;
  private final int mostConsumers;

  QueueType(int mostProducers, int mostConsumers) {
    this.mostProducers = mostProducers;
    this.mostConsumers = mostConsumers;
  }

  /// A new queue.
  ///
  /// @param capacity a power of two, 2 or more; not heeded by [#CLQ]
  /// @throws IOException if its memory cannot be had
  public abstract MessageQueue open(int capacity) throws IOException;

  /// Whether several threads may offer.
  public boolean takesManyProducers() {
    return mostProducers > 1;
  }

  /// Whether several threads may poll.
  public boolean takesManyConsumers() {
    return mostConsumers > 1;
  }
}
