package dev.loadgen.ipc;

import dev.loadgen.ipc.ring.FixedConsumer;
import dev.loadgen.ipc.ring.FixedProducer;
import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.RoleTakenException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One session, seen from the far end. Used by one thread.
final class FarEndSession implements AutoCloseable {
  /// So many at once, that one session does not keep the others waiting.
  private static final int BATCH = 64;

  private final int index;
  private final int messageBytes;
  private final FixedConsumer requests;
  private final FixedProducer replies;
  private final MemorySegment taken; // where a message goes that nobody wants back
  private boolean busy;

  private FarEndSession(
      int index, int messageBytes, FixedConsumer requests, FixedProducer replies) {
    this.index = index;
    this.messageBytes = messageBytes;
    this.requests = requests;
    this.replies = replies;
    this.taken = MemorySegment.ofArray(new long[(messageBytes + 7) / Long.BYTES]);
  }

  static FarEndSession open(RingMemory memory, int index) throws RoleTakenException {
    FixedConsumer requests = memory.fixedConsumer(FarEndMessage.requests(index));
    try {
      FixedProducer replies = memory.fixedProducer(FarEndMessage.replies(index));
      return new FarEndSession(index, memory.geometry().messageBytes(), requests, replies);
    } catch (RoleTakenException e) {
      requests.close();
      throw e;
    }
  }

  boolean isBusy() {
    return busy;
  }

  void busy(boolean newBusy) {
    busy = newBusy;
  }

  /// Whether there is a driver, or something that one left.
  boolean isInUse() {
    return requests.hasProducer() || requests.available(1) > 0;
  }

  /// Takes what is there, without waiting: a message that asks for an echo stays where it is as
  /// long as there is no room for the echo.
  ///
  /// @return how many
  /// @throws IllegalStateException if a message is not the one that should come
  int poll() {
    int ready = requests.available(BATCH);
    if (ready == 0) {
      return 0;
    }
    long number = requests.released();
    long offset = requests.availableOffset();
    int done = 0;
    while (done < ready) {
      int word = requests.slots().get(ValueLayout.JAVA_INT, offset);
      if (!FarEndMessage.hasNumber(word, number + done)) {
        throw new IllegalStateException(
            "session " + index + ": not message " + (number + done) + ", but " + (word >>> 1));
      }
      if (!FarEndMessage.asksForEcho(word)) {
        MemorySegment.copy(requests.slots(), offset, taken, 0, messageBytes);
      } else if (!replies.offer(requests.slots(), offset)) {
        break;
      }
      offset += requests.slotBytes();
      done++;
    }
    requests.release(done);
    return done;
  }

  @Override
  public void close() {
    requests.close();
    replies.close();
  }
}
