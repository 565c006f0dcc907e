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

  private final Pipeline pipeline;
  private final Values values;
  private final Values arriving; // the event loop's
  private final Values.Taking scanning; // likewise
  private final ScanPlace place = new ScanPlace();
  private Batch batch = new Batch();

  /// @param values of the submitting thread
  /// @param arriving of the event loop
  PipelinedSession(Pipeline pipeline, Values values, Values arriving) {
    this.pipeline = pipeline;
    this.values = values;
    this.arriving = arriving;
    this.scanning = arriving.scanning();
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
      return new InFlight.Scan(ticket, completions, count, place, scanning);
    }
    ByteBuffer key = operation.key();
    boolean reads = kind == KvOperations.READ;
    if (!reads && !KvOperations.readsAndWrites(kind)) {
      Commands.set(batch.bytes(), key, values.written(operation));
      return InFlight.Write.set(ticket, completions, Outcome.OK);
    }
    ByteBuffer kept = reads ? null : copy(key);
    ByteBuffer value = reads ? null : copy(values.written(operation));
    Values.Taking taking = arriving.taking(operation);
    Commands.get(batch.bytes(), key);
    return new InFlight.Read(ticket, completions, taking, kept, value);
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
