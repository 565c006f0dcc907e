package dev.loadgen.kv.driver;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// Operations on a store inside this process.
final class EmbeddedSession implements Session {
  private final Store store;
  private final StoreReader reader;
  private byte[] key = new byte[64];
  private byte[] value = new byte[1024];
  private long cursor;

  EmbeddedSession(Store store) {
    this.store = store;
    this.reader = store.reader();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // kinds are those that were declared
  public Outcome execute(Operation operation) throws IOException {
    OperationKind kind = operation.kind();
    if (kind == KvOperations.SCAN) {
      return scan(operation.recordCount());
    }
    int keyLength = takeKey(operation.key());
    boolean reads = kind == KvOperations.READ || kind == KvOperations.READ_MODIFY_WRITE;
    Outcome outcome = reads ? read(operation, keyLength) : Outcome.OK;
    if (kind != KvOperations.READ) {
      ByteBuffer written = operation.value();
      int length = written.remaining();
      takeRoom(length);
      written.get(written.position(), value, 0, length);
      store.put(key, 0, keyLength, value, 0, length);
      store.commit();
    }
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

  private void takeRoom(int length) {
    if (value.length < length) {
      value = new byte[length];
    }
  }

  private Outcome read(Operation operation, int keyLength) {
    try {
      if (!reader.find(key, 0, keyLength)) {
        return Outcome.NOT_FOUND;
      }
      int length = reader.valueLength();
      takeRoom(length);
      reader.copyValue(value, 0);
      if (operation.verifies()) {
        operation.readValue(ByteBuffer.wrap(value, 0, length));
      }
      return Outcome.OK;
    } finally {
      reader.release();
    }
  }

  private Outcome scan(int count) {
    cursor = reader.scan(cursor, count, this::copy);
    return Outcome.OK;
  }

  private void copy(MemorySegment memory, long keyAt, int keyLength, long valueAt, int length) {
    takeRoom(length);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, valueAt, value, 0, length);
  }

  @Override
  public void close() {
    reader.close();
  }
}
