package dev.loadgen.ipc.ring;

import dev.loadgen.ipc.Idle;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What other processes do in tests. Says when it has done it, and then waits to be killed, or does
/// its work and ends.
final class RingChild {
  private RingChild() {}

  /// Does it.
  ///
  /// @param arguments what to do, the file, and how many messages
  public static void main(String[] arguments) throws Exception {
    try (RingMemory memory = RingMemory.attach(Path.of(arguments[1]))) {
      int count = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
      switch (arguments[0]) {
        case "produce-and-hang" -> produceAndHang(memory, count);
        case "consume-and-hang" -> consumeAndHang(memory, count);
        case "claim-shared-and-hang" -> claimSharedAndHang(memory, count);
        case "take-shared-and-hang" -> takeSharedAndHang(memory, count);
        case "cut-off-and-close" -> cutOffAndClose(memory, Path.of(arguments[1]));
        case "produce-stamped" -> produceStamped(memory, count);
        case "soak" -> System.out.println(Soak.produce(memory, Long.parseLong(arguments[2])));
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  /// Commits some, and claims one more and half writes it.
  private static void produceAndHang(RingMemory memory, int count) throws Exception {
    FixedProducer producer = memory.fixedProducer(0);
    for (int i = 0; i < count; i++) {
      producer.offerInt(i);
    }
    producer.claim(1);
    producer.slots().set(ValueLayout.JAVA_INT, producer.claimedOffset(), -1);
    hang();
  }

  /// Takes some, and reads one more without a release.
  private static void consumeAndHang(RingMemory memory, int count) throws Exception {
    FixedConsumer consumer = memory.fixedConsumer(0);
    for (int i = 0; i < count; i++) {
      if (consumer.pollInt() != i) {
        throw new IllegalStateException("not " + i);
      }
    }
    consumer.available(1);
    hang();
  }

  private static void claimSharedAndHang(RingMemory memory, int count) throws Exception {
    SharedProducer producer = memory.sharedProducer(0);
    for (int i = 0; i < count; i++) {
      producer.offerInt(i);
    }
    producer.claim();
    hang();
  }

  private static void takeSharedAndHang(RingMemory memory, int count) throws Exception {
    SharedConsumer consumer = memory.sharedConsumer(0);
    for (int i = 0; i < count; i++) {
      consumer.pollInt();
    }
    consumer.take();
    hang();
  }

  private static void produceStamped(RingMemory memory, int count) throws Exception {
    try (StampedProducer producer = memory.stampedProducer(0)) {
      for (int i = 0; i < count; i++) {
        while (!producer.offerInt(i)) {
          Idle.YIELD.once();
        }
      }
    }
  }

  private static void cutOffAndClose(RingMemory memory, Path file) throws Exception {
    StampedProducer producer = memory.stampedProducer(0);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
    try {
      producer.offerInt(1);
      System.out.println("offered");
    } catch (InternalError e) {
      System.out.println("refused");
    }
    try {
      memory.close();
    } catch (InternalError e) {
      System.out.println("closed");
    }
    System.exit(0); // the memory cannot be closed any better
  }

  private static void hang() throws Exception {
    System.out.println("done");
    System.in.readAllBytes(); // until it is killed, or the test has ended
  }
}
