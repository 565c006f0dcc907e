package dev.loadgen.ipc.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/// Races that jcstress runs millions of times; [RingStressTest] starts it. A message that is not
/// there is 0.
///
/// The rings are of two slots and messages of 16 bytes, whose two halves must agree: a torn message
/// shows as -1.
public final class RingStress {
  private static final long TORN = -1;
  private static final long PLACES = 1 << 14;
  private static final long PLACE_BYTES = 10 << 10;
  private static final AtomicLong NEXT_PLACE = new AtomicLong();
  private static final MemorySegment MEMORY = Arena.ofAuto().allocate(PLACES * PLACE_BYTES, 128);

  private RingStress() {}

  /// A ring and nothing else. There are millions of them, nobody frees them, and only some
  /// thousands are in use at a time: so each place is used again when all others have been.
  private static MemorySegment ring(RingGeometry geometry) {
    long bytes = geometry.slotsOffset() + geometry.slotsBytes();
    long place = NEXT_PLACE.getAndIncrement() & (PLACES - 1);
    return MEMORY.asSlice(place * PLACE_BYTES, bytes).fill((byte) 0);
  }

  private static Role role(MemorySegment ring, long offset) {
    try {
      return Role.take(ring, offset, "it");
    } catch (RoleTakenException e) {
      throw new AssertionError(e);
    }
  }

  private static void write(MemorySegment memory, long at, long message) {
    memory.set(ValueLayout.JAVA_LONG, at, message);
    memory.set(ValueLayout.JAVA_LONG, at + 8, message);
  }

  private static long read(MemorySegment memory, long at) {
    long message = memory.get(ValueLayout.JAVA_LONG, at);
    return memory.get(ValueLayout.JAVA_LONG, at + 8) == message ? message : TORN;
  }

  /// A ring of which both roles are taken.
  abstract static class Fixed {
    private static final RingGeometry GEOMETRY = new RingGeometry(RingKind.FIXED, 16, 2, 1);

    final FixedProducer producer;
    final FixedConsumer consumer;

    Fixed() {
      MemorySegment ring = ring(GEOMETRY);
      MemorySegment slots = ring.asSlice(SpscControl.BYTES);
      SpscControl control = new SpscControl(ring);
      producer = new FixedProducer(control, slots, GEOMETRY, role(ring, SpscControl.PRODUCER_AT));
      consumer = new FixedConsumer(control, slots, GEOMETRY, role(ring, SpscControl.CONSUMER_AT));
    }

    boolean offer(long message) {
      if (producer.claim(1) == 0) {
        return false;
      }
      write(producer.slots(), producer.claimedOffset(), message);
      producer.commit(1);
      return true;
    }

    long poll() {
      if (consumer.available(1) == 0) {
        return 0;
      }
      long message = read(consumer.slots(), consumer.availableOffset());
      consumer.release(1);
      return message;
    }
  }

  /// Two messages arrive in their order and whole.
  @JCStressTest
  @Outcome(
      id = {"0, 0, 1", "1, 0, 2", "0, 1, 2", "1, 2, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "in order; the arbiter finds the next")
  @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, lost, doubled or out of order")
  @State
  public static class FixedOrder extends Fixed {
    /// Produces.
    @Actor
    public void produce() {
      offer(1);
      offer(2);
    }

    /// Consumes.
    @Actor
    public void consume(JJJ_Result r) {
      r.r1 = poll();
      r.r2 = poll();
    }

    /// Finds the rest.
    @Arbiter
    public void rest(JJJ_Result r) {
      r.r3 = poll();
    }
  }

  /// A slot is written again only after it was read: the third message takes the first one's.
  @JCStressTest
  @Outcome(
      id = {"1, 2, 0", "1, 2, 3"},
      expect = Expect.ACCEPTABLE,
      desc = "what was there, then what was added if there was room")
  @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "a slot was overwritten")
  @State
  public static class FixedReuse extends Fixed {
    /// A ring as it is before the race.
    public FixedReuse() {
      offer(1);
      offer(2);
    }

    /// Produces.
    @Actor
    public void produce() {
      offer(3);
    }

    /// Consumes.
    @Actor
    public void consume(JJJ_Result r) {
      r.r1 = poll();
      r.r2 = poll();
    }

    /// Finds the rest.
    @Arbiter
    public void rest(JJJ_Result r) {
      r.r3 = poll();
    }
  }

  /// The same of a ring with stamps: order, and slots that are used again.
  @JCStressTest
  @Outcome(
      id = {"0, 0, 1", "1, 0, 2", "0, 1, 2", "1, 2, 0", "1, 2, 3"},
      expect = Expect.ACCEPTABLE,
      desc = "in order; the arbiter finds the next")
  @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, lost, doubled or out of order")
  @State
  public static class StampedOrder {
    private static final RingGeometry GEOMETRY = new RingGeometry(RingKind.STAMPED, 20, 2, 1);

    final StampedProducer producer;
    final StampedConsumer consumer;

    /// A ring as it is before the race.
    public StampedOrder() {
      MemorySegment ring = ring(GEOMETRY);
      SpscControl control = new SpscControl(ring);
      StampedSlots slots = new StampedSlots(ring.asSlice(SpscControl.BYTES), GEOMETRY);
      producer = new StampedProducer(control, slots, GEOMETRY, role(ring, SpscControl.PRODUCER_AT));
      consumer = new StampedConsumer(control, slots, GEOMETRY, role(ring, SpscControl.CONSUMER_AT));
    }

    private void offer(long message) {
      long at = producer.claim();
      if (at != StampedProducer.FULL) {
        write(producer.memory(), at + 4, message); // where a long may lie
        producer.commit();
      }
    }

    private long poll() {
      long at = consumer.next();
      if (at == StampedConsumer.EMPTY) {
        return 0;
      }
      long message = read(consumer.memory(), at + 4);
      consumer.release();
      return message;
    }

    /// Produces.
    @Actor
    public void produce() {
      offer(1);
      offer(2);
      offer(3);
    }

    /// Consumes.
    @Actor
    public void consume(JJJ_Result r) {
      r.r1 = poll();
      r.r2 = poll();
    }

    /// Finds the rest.
    @Arbiter
    public void rest(JJJ_Result r) {
      r.r3 = poll();
    }
  }

  /// Frames of other sizes, one of which does not fit before the end, come whole and in order.
  @JCStressTest
  @Outcome(
      id = {"0, 0, 1", "1, 0, 2", "0, 1, 2", "1, 2, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "in order; the arbiter finds the next")
  @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, lost, doubled or out of order")
  @State
  public static class VariableOrder {
    private static final RingGeometry GEOMETRY = new RingGeometry(RingKind.VARIABLE, 16, 64, 1);

    final VariableProducer producer;
    final VariableConsumer consumer;

    /// A ring as it is before the race.
    public VariableOrder() {
      MemorySegment ring = ring(GEOMETRY);
      MemorySegment bytes = ring.asSlice(SpscControl.BYTES);
      SpscControl control = new SpscControl(ring);
      producer =
          new VariableProducer(control, bytes, GEOMETRY, role(ring, SpscControl.PRODUCER_AT));
      consumer =
          new VariableConsumer(control, bytes, GEOMETRY, role(ring, SpscControl.CONSUMER_AT));
      producer.claim(16);
      producer.commit(16);
      consumer.available();
      consumer.release(); // 40 bytes to the end: the second frame of 24 wraps
    }

    private void offer(long message) {
      long at = producer.claim(16);
      if (at != VariableProducer.FULL) {
        write(producer.memory(), at, message);
        producer.commit(16);
      }
    }

    private long poll() {
      if (consumer.available() == VariableConsumer.EMPTY) {
        return 0;
      }
      long message = read(consumer.memory(), consumer.availableOffset());
      consumer.release();
      return message;
    }

    /// Produces.
    @Actor
    public void produce() {
      offer(1);
      offer(2);
    }

    /// Consumes.
    @Actor
    public void consume(JJJ_Result r) {
      r.r1 = poll();
      r.r2 = poll();
    }

    /// Finds the rest.
    @Arbiter
    public void rest(JJJ_Result r) {
      r.r3 = poll();
    }
  }

  /// A shared ring with two producers and two consumers.
  abstract static class Shared {
    private static final RingGeometry GEOMETRY = new RingGeometry(RingKind.SHARED, 16, 2, 1);

    final SharedProducer one;
    final SharedProducer two;
    final SharedConsumer here;
    final SharedConsumer there;

    Shared() {
      MemorySegment ring = ring(GEOMETRY);
      SharedControl.number(ring, GEOMETRY);
      SharedControl control = new SharedControl(ring, GEOMETRY);
      one = new SharedProducer(control, GEOMETRY, join(control));
      two = new SharedProducer(control, GEOMETRY, join(control));
      here = new SharedConsumer(control, GEOMETRY, join(control));
      there = new SharedConsumer(control, GEOMETRY, join(control));
    }

    private static Participant join(SharedControl control) {
      try {
        return Participant.join(control, "it");
      } catch (RoleTakenException e) {
        throw new AssertionError(e);
      }
    }

    static boolean offer(SharedProducer producer, long message) {
      long at = producer.claim();
      if (at == SharedProducer.FULL) {
        return false;
      }
      write(producer.memory(), at, message);
      producer.commit();
      return true;
    }

    static long poll(SharedConsumer consumer) {
      long at = consumer.take();
      if (at == SharedConsumer.EMPTY) {
        return 0;
      }
      long message = read(consumer.memory(), at);
      consumer.release();
      return message;
    }
  }

  /// Two producers: both messages arrive, each once.
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "both, in either order")
  @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, lost or doubled")
  @State
  public static class SharedProducers extends Shared {
    /// One.
    @Actor
    public void first() {
      offer(one, 1);
    }

    /// The other.
    @Actor
    public void second() {
      offer(two, 2);
    }

    /// Finds the rest.
    @Arbiter
    public void rest(JJ_Result r) {
      r.r1 = poll(here);
      r.r2 = poll(there);
    }
  }

  /// Two consumers, one of which adds a message first: each message goes to one of them.
  @JCStressTest
  @Outcome(
      id = {"1, 2, 0", "2, 1, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "each once")
  @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, lost or doubled")
  @State
  public static class SharedConsumers extends Shared {
    /// A ring as it is before the race.
    public SharedConsumers() {
      offer(one, 1);
    }

    /// Adds the second message.
    @Actor
    public void first(JJJ_Result r) {
      offer(two, 2);
      r.r1 = poll(here);
    }

    /// Only consumes.
    @Actor
    public void second(JJJ_Result r) {
      r.r2 = poll(there);
    }

    /// Finds the rest.
    @Arbiter
    public void rest(JJJ_Result r) {
      r.r3 = poll(here);
    }
  }

  /// Of two that would be the producer one is.
  @JCStressTest
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "exactly one")
  @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "none or both")
  @State
  public static class OneProducer {
    private final MemorySegment word = MemorySegment.ofArray(new long[1]);
    private boolean first;
    private boolean second;

    private boolean take() {
      try {
        var _ = Role.take(word, 0, "it");
        return true;
      } catch (RoleTakenException e) {
        return false;
      }
    }

    /// One.
    @Actor
    public void first() {
      first = take();
    }

    /// The other.
    @Actor
    public void second() {
      second = take();
    }

    /// Counts.
    @Arbiter
    public void count(Z_Result r) {
      r.r1 = first ^ second;
    }
  }
}
