package dev.loadgen.kv.driver;

import dev.loadgen.driver.Event;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.resp.Replies;
import java.io.IOException;

/// One operation at a time over a connection of its own. When that breaks the operation fails, and
/// the next one connects anew, which is part of its time.
final class BlockingSession implements Session {
  private final Target target;
  private final Values values;
  private BlockingConnection connection; // null when broken
  private Event outage; // of the last time that it broke
  private String cursor = ScanPage.START;

  BlockingSession(Target target, Values values) throws IOException, ServerErrorException {
    this.target = target;
    this.values = values;
    this.connection = BlockingConnection.open(target);
  }

  @Override
  public Outcome execute(Operation operation) throws Exception {
    if (connection == null) {
      connection = BlockingConnection.open(target);
      target.reconnects().add(1);
      outage.close();
    }
    try {
      return call(operation);
    } catch (IOException e) {
      BlockingConnection broken = connection;
      connection = null;
      outage = target.context().begin(Target.OUTAGE);
      broken.close();
      throw e;
    }
  }

  @SuppressWarnings("ReferenceEquality") // kinds are those that were declared
  private Outcome call(Operation operation)
      throws IOException, ServerErrorException, UndecodableException {
    OperationKind kind = operation.kind();
    if (kind == KvOperations.READ) {
      return get(operation);
    }
    if (kind == KvOperations.SCAN) {
      return scan(operation.recordCount());
    }
    Outcome read = KvOperations.readsAndWrites(kind) ? get(operation) : Outcome.OK;
    Commands.set(connection.request(), operation.key(), values.written(operation));
    connection.call();
    Replies.require(connection.bytes(), connection.from(), '+', "SET");
    return read;
  }

  private Outcome get(Operation operation)
      throws IOException, ServerErrorException, UndecodableException {
    Commands.get(connection.request(), operation.key());
    connection.call();
    byte[] bytes = connection.bytes();
    int from = connection.from();
    int end = connection.end();
    Replies.require(bytes, from, '$', "GET");
    if (Replies.isNone(bytes, from)) {
      return Outcome.NOT_FOUND;
    }
    int start = Replies.valueStart(bytes, from, end);
    return values.read(operation, bytes, start, end - 2 - start);
  }

  /// Reads the next records from where the scan before ended; at the end of the store it stops, and
  /// the next one begins anew.
  private Outcome scan(int count) throws IOException, ServerErrorException, UndecodableException {
    Values.Taking taking = values.scanning();
    int left = count;
    do {
      Commands.scan(connection.request(), cursor, left);
      connection.call();
      byte[] bytes = connection.bytes();
      ScanPage page = ScanPage.of(bytes, connection.from(), connection.end());
      cursor = page.cursor();
      if (page.keys() > 0) {
        page.writeMget(connection.request(), bytes, connection.end(), left);
        connection.call();
        ScanPage.takeAll(connection.bytes(), connection.from(), connection.end(), taking);
        left -= page.keys();
      }
    } while (left > 0 && !cursor.equals(ScanPage.START));
    return Outcome.OK;
  }

  @Override
  public void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }
}
