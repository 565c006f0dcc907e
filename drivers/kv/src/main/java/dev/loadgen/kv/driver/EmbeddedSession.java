package dev.loadgen.kv.driver;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Operations on a store inside this process.
final class EmbeddedSession implements Session {
  private final Store store;
  private final Values values;
  private final StoreReader reader;
  private byte[] key = new byte[64];
  private byte[] value = new byte[1024];
  private long cursor;
  private UndecodableException met; // what the present scan met that is no value; else null

  EmbeddedSession(Store store, Values values) {
    this.store = store;
    this.values = values;
    this.reader = store.reader();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // kinds are those that were declared
  public Outcome execute(Operation operation) throws IOException, UndecodableException {
    OperationKind kind = operation.kind();
    if (kind == KvOperations.SCAN) {
      return scan(operation.recordCount());
    }
    int keyLength = takeKey(operation.key());
    if (kind == KvOperations.READ) {
      return read(operation, keyLength);
    }
    Outcome outcome = KvOperations.readsAndWrites(kind) ? read(operation, keyLength) : Outcome.OK;
    write(values.written(operation), keyLength);
    return outcome;
  }

  private int takeKey(ByteBuffer given) {
    int length = given.remaining();
    if (key.length < length) {
      key = new byte[length];
    }
    given.get(given.position(), key, 0, length);
    return length;
  }

  private void write(ByteBuffer written, int keyLength) throws IOException {
    int length = written.remaining();
    byte[] bytes = written.hasArray() ? written.array() : copy(written);
    int from = written.hasArray() ? written.arrayOffset() + written.position() : 0;
    store.put(key, 0, keyLength, bytes, from, length);
    store.commit();
  }

  private byte[] copy(ByteBuffer written) {
    int length = written.remaining();
    if (value.length < length) {
      value = new byte[length];
    }
    written.get(written.position(), value, 0, length);
    return value;
  }

  private Outcome read(Operation operation, int keyLength) throws UndecodableException {
    try {
      if (!reader.find(key, 0, keyLength)) {
        return Outcome.NOT_FOUND;
      }
      return values.read(operation, reader.memory(), reader.valueAt(), reader.valueLength());
    } finally {
      reader.release();
    }
  }

  private Outcome scan(int count) throws UndecodableException {
    met = null;
    cursor = reader.scan(cursor, count, this::visit);
    if (met != null) {
      throw met;
    }
    return Outcome.OK;
  }

  private void visit(MemorySegment memory, long keyAt, int keyLength, long valueAt, int length) {
    try {
      values.scanned(memory, valueAt, length);
    } catch (UndecodableException e) {
      met = e;
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
