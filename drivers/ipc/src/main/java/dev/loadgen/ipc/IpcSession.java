package dev.loadgen.ipc;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.RoleTakenException;
import dev.loadgen.ipc.ring.StampedConsumer;
import dev.loadgen.ipc.ring.StampedProducer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One session: a pair of rings, of which it is producer and consumer.
///
/// Used by one thread. It waits as long as the far end lives; a far end that stands still is just
/// slow.
final class IpcSession implements Session {
  private static final Outcome FULL = Outcome.failure("FULL");

  private final OperationKind echo;
  private final StampedProducer requests;
  private final StampedConsumer replies;
  private final FarEndWatch watch;
  private final Idle idle;
  private final boolean failsWhenFull;
  private final MemorySegment message;

  private IpcSession(
      OperationKind echo,
      StampedProducer requests,
      StampedConsumer replies,
      FarEndWatch watch,
      Idle idle,
      boolean failsWhenFull,
      int messageBytes) {
    this.echo = echo;
    this.requests = requests;
    this.replies = replies;
    this.watch = watch;
    this.idle = idle;
    this.failsWhenFull = failsWhenFull;
    this.message = MemorySegment.ofArray(new long[(messageBytes + 7) / Long.BYTES]);
  }

  /// Takes the driver's roles.
  ///
  /// @throws RoleTakenException if another driver has them
  /// @throws IOException if the rings are damaged
  static IpcSession open(
      RingMemory memory,
      int index,
      OperationKind echo,
      FarEndWatch watch,
      Idle idle,
      boolean failsWhenFull)
      throws IOException {
    StampedProducer requests = memory.stampedProducer(FarEndMessage.requests(index));
    try {
      StampedConsumer replies = memory.stampedConsumer(FarEndMessage.replies(index));
      while (replies.next() != StampedConsumer.EMPTY) {
        replies.release(); // was for a session before
      }
      int messageBytes = memory.geometry().messageBytes();
      return new IpcSession(echo, requests, replies, watch, idle, failsWhenFull, messageBytes);
    } catch (IOException e) {
      requests.close();
      throw e;
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the very instance comes back
  public Outcome execute(Operation operation) throws InterruptedException, FarEndGoneException {
    watch.check();
    boolean asksForEcho = operation.kind() == echo;
    long number = requests.committed();
    message.set(ValueLayout.JAVA_INT, 0, FarEndMessage.word(number, asksForEcho));
    while (!requests.offer(message, 0)) {
      if (failsWhenFull) {
        return FULL;
      }
      pause();
    }
    if (asksForEcho) {
      awaitEcho(number);
    }
    return Outcome.OK;
  }

  /// An echo of another number is one that nobody waited for any more.
  private void awaitEcho(long number) throws InterruptedException, FarEndGoneException {
    while (true) {
      if (!replies.poll(message, 0)) {
        pause();
      } else if (FarEndMessage.hasNumber(message.get(ValueLayout.JAVA_INT, 0), number)) {
        return;
      }
    }
  }

  private void pause() throws InterruptedException, FarEndGoneException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting for the far end");
    }
    watch.check();
    idle.once();
  }

  @Override
  public void close() {
    requests.close();
    replies.close();
  }
}
