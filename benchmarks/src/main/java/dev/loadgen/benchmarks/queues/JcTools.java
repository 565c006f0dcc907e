package dev.loadgen.benchmarks.queues;

import org.jctools.queues.SpscArrayQueue;

/// JCTools' `SpscArrayQueue`, which carries references: to numbers that are there already.
final class JcTools {
  private static final int NUMBERS = 1 << 10;
  private static final Integer[] NUMBER = new Integer[NUMBERS];

  static {
    for (int i = 0; i < NUMBERS; i++) {
      NUMBER[i] = i;
    }
  }

  private JcTools() {}

  /// From the numbers modulo 1024 that came, in their order, the sum of those that were sent: wrong
  /// if one was lost.
  private static long sum(long count, long mistakes) {
    return mistakes == 0 ? count * (count - 1) / 2 : -mistakes;
  }

  /// One at a time.
  record Each(String name, SpscArrayQueue<Integer> queue) implements Contender {
    static Each of(int capacity) {
      return new Each("JCTools SpscArrayQueue", new SpscArrayQueue<>(capacity));
    }

    @Override
    public void produce(long count) {
      for (long n = 0; n < count; n++) {
        Integer message = NUMBER[(int) n & (NUMBERS - 1)];
        while (!queue.offer(message)) {
          Thread.onSpinWait();
        }
      }
    }

    @Override
    public long consume(long count) {
      long mistakes = 0;
      for (long n = 0; n < count; n++) {
        Integer message = queue.poll();
        while (message == null) {
          Thread.onSpinWait();
          message = queue.poll();
        }
        mistakes += message ^ ((int) n & (NUMBERS - 1));
      }
      return sum(count, mistakes);
    }
  }

  /// 64 at once, by `fill` and `drain`.
  static final class Batches implements Contender {
    private final SpscArrayQueue<Integer> queue;
    private long sent;
    private long received;
    private long mistakes;

    Batches(int capacity) {
      this.queue = new SpscArrayQueue<>(capacity);
    }

    @Override
    public String name() {
      return "JCTools SpscArrayQueue, fill and drain 64";
    }

    @Override
    public void produce(long count) {
      sent = 0;
      while (sent < count) {
        int filled =
            queue.fill(
                () -> NUMBER[(int) sent++ & (NUMBERS - 1)],
                (int) Math.min(Rings.BATCH, count - sent));
        if (filled == 0) {
          Thread.onSpinWait();
        }
      }
    }

    @Override
    public long consume(long count) {
      received = 0;
      mistakes = 0;
      while (received < count) {
        int drained =
            queue.drain(
                message -> mistakes += message ^ ((int) received++ & (NUMBERS - 1)),
                (int) Math.min(Rings.BATCH, count - received));
        if (drained == 0) {
          Thread.onSpinWait();
        }
      }
      return sum(count, mistakes);
    }
  }
}
