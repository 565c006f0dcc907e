package dev.loadgen.ipc.queue;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;

/// The Disruptor's ring buffer with one poller: for any number of producers and one consumer.
final class DisruptorQueue implements MessageQueue {
  /// An event, which is there for as long as the ring.
  private static final class Slot {
    private int message;
  }

  private final RingBuffer<Slot> ring;
  private final EventPoller<Slot> poller;
  private final EventPoller.Handler<Slot> handler = this::take;
  private int taken;

  DisruptorQueue(int capacity) {
    // Nobody waits at the ring, so the strategy only has to make no signals.
    ring = RingBuffer.createMultiProducer(Slot::new, capacity, new YieldingWaitStrategy());
    poller = ring.newPoller();
    ring.addGatingSequences(poller.getSequence());
  }

  @Override
  public boolean offer(int message) {
    long sequence;
    try {
      sequence = ring.tryNext();
    } catch (InsufficientCapacityException e) {
      return false; // one object, without a stack trace
    }
    ring.get(sequence).message = message;
    ring.publish(sequence);
    return true;
  }

  @Override
  public int poll() {
    taken = NOTHING;
    try {
      var _ = poller.poll(handler);
    } catch (Exception e) {
      throw new IllegalStateException("the handler throws nothing", e);
    }
    return taken;
  }

  private boolean take(Slot slot, long sequence, boolean endOfBatch) {
    taken = slot.message;
    return false; // no more than this one
  }
}
