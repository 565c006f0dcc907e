package dev.loadgen.ipc;

import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.StampedConsumer;
import dev.loadgen.ipc.ring.StampedProducer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One session, seen from the far end. Used by one thread.
final class FarEndSession implements AutoCloseable {
  /// So many at once, that one session does not keep the others waiting.
  private static final int BATCH = 64;

  private final int index;
  private final int messageBytes;
  private final StampedConsumer requests;
  private final StampedProducer replies;
  private final MemorySegment taken; // where a message goes that nobody wants back
  private boolean busy;

  private FarEndSession(
      int index, int messageBytes, StampedConsumer requests, StampedProducer replies) {
    this.index = index;
    this.messageBytes = messageBytes;
    this.requests = requests;
    this.replies = replies;
    this.taken = MemorySegment.ofArray(new long[(messageBytes + 7) / Long.BYTES]);
  }

  static FarEndSession open(RingMemory memory, int index) throws IOException {
    StampedConsumer requests = memory.stampedConsumer(FarEndMessage.requests(index));
    try {
      StampedProducer replies = memory.stampedProducer(FarEndMessage.replies(index));
      return new FarEndSession(index, memory.geometry().messageBytes(), requests, replies);
    } catch (IOException e) {
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
    return requests.hasProducer() || requests.next() != StampedConsumer.EMPTY;
  }

  /// Takes what is there, without waiting: a message that asks for an echo stays where it is as
  /// long as there is no room for the echo.
  ///
  /// @return how many
  /// @throws IllegalStateException if a message is not the one that should come
  int poll() {
    int done = 0;
    while (done < BATCH) {
      long at = requests.next();
      if (at == StampedConsumer.EMPTY || !take(at)) {
        break;
      }
      requests.release();
      done++;
    }
    return done;
  }

  /// @return false if there is no room for its echo
  private boolean take(long at) {
    int word = requests.memory().get(ValueLayout.JAVA_INT, at);
    if (!FarEndMessage.hasNumber(word, requests.released())) {
      throw new IllegalStateException(
          "session " + index + ": not message " + requests.released() + ", but " + (word >>> 1));
    }
    if (FarEndMessage.asksForEcho(word)) {
      return replies.offer(requests.memory(), at);
    }
    MemorySegment.copy(requests.memory(), at, taken, 0, messageBytes);
    return true;
  }

  @Override
  public void close() {
    requests.close();
    replies.close();
  }
}
