package dev.loadgen.ipc.queue;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;

/// One session: a lane, perhaps shared with others, and a chain of its own.
final class QueueSession implements Session {
  private final OperationKind ring;
  private final Lane lane;
  private final Chain chain;
  private final int burst;
  private int sent;

  QueueSession(OperationKind ring, Lane lane, Chain chain, int burst) {
    this.ring = ring;
    this.lane = lane;
    this.chain = chain;
    this.burst = burst;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the very instance comes back
  public Outcome execute(Operation operation) throws InterruptedException {
    if (operation.kind() == ring) {
      chain.around(burst);
    } else {
      lane.offer(sent++ & (MessageQueue.MESSAGES - 1));
    }
    return Outcome.OK;
  }
}
