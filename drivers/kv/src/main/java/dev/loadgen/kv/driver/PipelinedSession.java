package dev.loadgen.kv.driver;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import java.nio.ByteBuffer;

/// Many operations in flight over one connection. What is submitted is collected, and handed to the
/// connection's event loop on [#flush], or when it has become much.
///
/// The submitting thread writes the batch; the event loop owns it once it was handed over.
final class PipelinedSession implements AsyncSession {
  private static final int MUCH_BYTES = 32 << 10;

  private final Target target;
  private final Pipeline pipeline;
  private final ScanPlace place = new ScanPlace();
  private Batch batch = new Batch();

  PipelinedSession(Target target, Pipeline pipeline) {
    this.target = target;
    this.pipeline = pipeline;
  }

  @Override
  public void submit(Operation operation, long ticket, Completions completions) {
    int before = batch.bytes().size();
    try {
      batch.add(write(operation, ticket, completions));
    } catch (RuntimeException e) {
      batch.bytes().rewind(before); // half a request
      throw e;
    }
    if (batch.bytes().size() >= MUCH_BYTES) {
      flush();
    }
  }

  @SuppressWarnings("ReferenceEquality") // kinds are those that were declared
  private InFlight write(Operation operation, long ticket, Completions completions) {
    OperationKind kind = operation.kind();
    if (kind == KvOperations.SCAN) {
      int count = operation.recordCount();
      Commands.scan(batch.bytes(), place.cursor(), count);
      return new InFlight.Scan(ticket, completions, count, place);
    }
    ByteBuffer key = operation.key();
    if (kind == KvOperations.UPDATE || kind == KvOperations.INSERT) {
      Commands.set(batch.bytes(), key, operation.value());
      return new InFlight.Write(ticket, completions, Outcome.OK);
    }
    boolean writes = kind == KvOperations.READ_MODIFY_WRITE;
    ByteBuffer kept = writes || operation.verifies() ? copy(key) : null;
    ByteBuffer value = writes ? copy(operation.value()) : null;
    Commands.get(batch.bytes(), key);
    return new InFlight.Read(
        ticket,
        completions,
        target.context(),
        operation.verifies() ? kept : null,
        writes ? kept : null,
        value);
  }

  private static ByteBuffer copy(ByteBuffer buffer) {
    return ByteBuffer.allocate(buffer.remaining()).put(buffer.duplicate()).flip();
  }

  @Override
  public void flush() {
    if (!batch.isEmpty()) {
      pipeline.send(batch);
      batch = new Batch();
    }
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
