package dev.loadgen.ycsb;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/// One binding's instance, called as YCSB's core workload calls it. What it is given is made anew
/// for each call, since bindings keep and change it.
final class YcsbSession implements Session {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final DB db;
  private final String table;
  private final Map<ByteBuffer, String> names = new HashMap<>(); // of fields: they are few

  YcsbSession(DB db, String table) {
    this.db = db;
    this.table = table;
  }

  @Override
  @SuppressWarnings({"ReferenceEquality", "JdkObsolete"}) // as the SPI has it; YCSB wants a Vector
  public Outcome execute(Operation operation) {
    String key = text(operation.key());
    OperationKind kind = operation.kind();
    if (kind == YcsbProvider.READ) {
      return Outcomes.of(read(operation, key));
    }
    if (kind == YcsbProvider.UPDATE) {
      return Outcomes.of(db.update(table, key, values(operation)));
    }
    if (kind == YcsbProvider.INSERT) {
      return Outcomes.of(db.insert(table, key, values(operation)));
    }
    if (kind == YcsbProvider.SCAN) {
      Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
      return Outcomes.of(
          db.scan(table, key, operation.recordCount(), fieldsToRead(operation), rows));
    }
    Outcome read = Outcomes.of(read(operation, key));
    if (read != Outcome.OK) {
      return read;
    }
    return Outcomes.of(db.update(table, key, values(operation)));
  }

  private Status read(Operation operation, String key) {
    Map<String, ByteIterator> row = new HashMap<>();
    Status status = db.read(table, key, fieldsToRead(operation), row);
    if (operation.verifies()) {
      if (row.isEmpty()) {
        operation.readValue(NOTHING); // which is not what was written
      }
      row.forEach((name, value) ->
          operation.readField(
              ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8)),
              ByteBuffer.wrap(value.toArray())));
    }
    return status;
  }

  /// For all fields null, as YCSB has it.
  private Set<String> fieldsToRead(Operation operation) {
    if (operation.readsAllFields()) {
      return null;
    }
    Set<String> fields = new HashSet<>();
    for (int i = 0; i < operation.fields(); i++) {
      fields.add(name(operation.fieldName(i)));
    }
    return fields;
  }

  private Map<String, ByteIterator> values(Operation operation) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (int i = 0; i < operation.fields(); i++) {
      ByteBuffer value = operation.fieldValue(i);
      byte[] copy = new byte[value.remaining()];
      value.get(copy);
      values.put(name(operation.fieldName(i)), new ByteArrayByteIterator(copy));
    }
    return values;
  }

  private String name(ByteBuffer field) {
    String name = names.get(field);
    if (name == null) {
      name = text(field);
      names.put(ByteBuffer.wrap(name.getBytes(StandardCharsets.US_ASCII)), name);
    }
    return name;
  }

  private static String text(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws Exception {
    db.cleanup();
  }
}
