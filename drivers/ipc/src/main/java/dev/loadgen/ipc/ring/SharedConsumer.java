package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// One of up to 64 participants of a `SHARED` ring, as a consumer.
///
/// Used by one thread at a time; every thread has one of its own. It never waits for anything but
/// others making progress: an empty ring is reported. Each message comes whole, to one consumer,
/// once; what a consumer had taken but not released when its process died is lost, for nobody can
/// know whether it was done. Does not allocate.
public final class SharedConsumer implements AutoCloseable {
  /// What [#take] returns when there is no message.
  public static final long EMPTY = -1;

  /// What [#pollInt] returns when there is no message: no `int`.
  public static final long NOTHING = Long.MIN_VALUE;

  private final SharedControl control;
  private final Participant participant;
  private final int messageBytes;
  private long taken;

  SharedConsumer(SharedControl control, RingGeometry geometry, Participant participant) {
    this.control = control;
    this.participant = participant;
    this.messageBytes = geometry.messageBytes();
  }

  /// Takes a message, to be read and then released.
  ///
  /// @return where in [#memory] it begins; [#EMPTY] if there is none
  /// @throws IllegalStateException if the ring is damaged
  public long take() {
    long head = control.headAcquire();
    while (true) {
      long number = control.numberAcquire(head);
      if ((number & SharedControl.POSITION) == head + 1) {
        participant.takingRelease(head);
        if (control.moveHead(head)) {
          taken = head;
          if (number >= 0) {
            return control.messageAt(head);
          }
          release(); // abandoned by its producer
        }
      }
      long now = control.headAcquire();
      if (now == head) {
        if ((number & SharedControl.POSITION) <= head) {
          participant.takingNone();
          return EMPTY;
        }
        control.checkNumber(number & SharedControl.POSITION, head + 1, head);
      }
      head = now;
    }
  }

  /// Where messages lie; to be read within what was taken.
  public MemorySegment memory() {
    return control.ring();
  }

  /// Gives the taken slot back to the producers.
  public void release() {
    control.numberRelease(taken, taken + control.capacity());
  }

  /// Takes one message, of which only the first four bytes are looked at.
  ///
  /// @return the number that they are; [#NOTHING] if the ring is empty
  public long pollInt() {
    long at = take();
    if (at == EMPTY) {
      return NOTHING;
    }
    int value = control.ring().get(ValueLayout.JAVA_INT, at);
    release();
    return value;
  }

  /// Copies one message out.
  ///
  /// @param target to where; as many bytes as a message has
  /// @return false if the ring is empty
  /// @throws IndexOutOfBoundsException if the target is too short
  public boolean poll(MemorySegment target, long offset) {
    Objects.checkFromIndexSize(offset, (long) messageBytes, target.byteSize());
    long at = take();
    if (at == EMPTY) {
      return false;
    }
    MemorySegment.copy(control.ring(), at, target, offset, messageBytes);
    release();
    return true;
  }

  /// Reads messages where they lie; each is released when the reader is done with it, also when it
  /// throws.
  ///
  /// @param limit how many at most
  /// @return how many
  public int drain(MessageReader reader, int limit) {
    int drained = 0;
    while (drained < limit) {
      long at = take();
      if (at == EMPTY) {
        break;
      }
      drained++;
      try {
        reader.read(control.ring(), at, messageBytes);
      } finally {
        release();
      }
    }
    return drained;
  }

  /// Frees the slots and places of participants whose process has ended. For a consumer that finds
  /// nothing for long; joining a ring does it too. Slow: it asks the operating system.
  ///
  /// @return how many participants were gone
  public int recover() {
    return Participant.recover(control);
  }

  /// Leaves the ring.
  @Override
  public void close() {
    participant.close();
  }
}
