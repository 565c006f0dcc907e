package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// One of up to 64 participants of a `SHARED` ring, as a producer.
///
/// Used by one thread at a time; every thread has one of its own. It never waits for anything but
/// others making progress: a full ring is reported. Messages of one producer come in its order.
/// Should its process die between [#claim] and [#commit], consumers stop at that slot until
/// somebody has called [SharedConsumer#recover]; then they skip it. Does not allocate.
public final class SharedProducer implements AutoCloseable {
  /// What [#claim] returns when the ring is full.
  public static final long FULL = -1;

  private final SharedControl control;
  private final Participant participant;
  private final int messageBytes;
  private long claimed;

  SharedProducer(SharedControl control, RingGeometry geometry, Participant participant) {
    this.control = control;
    this.participant = participant;
    this.messageBytes = geometry.messageBytes();
  }

  /// Claims a slot, which must be committed.
  ///
  /// @return where in [#memory] the message begins; [#FULL] if the ring is full
  /// @throws IllegalStateException if the ring is damaged
  public long claim() {
    long tail = control.tailAcquire();
    while (true) {
      long number = control.numberAcquire(tail) & SharedControl.POSITION;
      if (number == tail) {
        participant.offeringRelease(tail);
        if (control.moveTail(tail)) {
          claimed = tail;
          return control.messageAt(tail);
        }
      }
      long now = control.tailAcquire();
      if (now == tail) {
        if (number < tail) {
          participant.offeringNone();
          return FULL;
        }
        control.checkNumber(number, tail, tail);
      }
      tail = now;
    }
  }

  /// Where messages lie; to be written within what was claimed.
  public MemorySegment memory() {
    return control.ring();
  }

  /// Gives the claimed slot to the consumers.
  public void commit() {
    control.numberRelease(claimed, claimed + 1);
  }

  /// Writes one message whose first four bytes are a number; the rest is as it was.
  ///
  /// @return false if the ring is full
  public boolean offerInt(int value) {
    long at = claim();
    if (at == FULL) {
      return false;
    }
    control.ring().set(ValueLayout.JAVA_INT, at, value);
    commit();
    return true;
  }

  /// Copies one message in.
  ///
  /// @param source from where; as many bytes as a message has
  /// @return false if the ring is full
  /// @throws IndexOutOfBoundsException if the source is too short
  public boolean offer(MemorySegment source, long offset) {
    Objects.checkFromIndexSize(offset, (long) messageBytes, source.byteSize());
    long at = claim();
    if (at == FULL) {
      return false;
    }
    MemorySegment.copy(source, offset, control.ring(), at, messageBytes);
    commit();
    return true;
  }

  /// Leaves the ring. What was committed stays.
  @Override
  public void close() {
    participant.close();
  }
}
