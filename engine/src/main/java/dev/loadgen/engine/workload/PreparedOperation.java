package dev.loadgen.engine.workload;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import java.nio.ByteBuffer;

/// The flyweight that workers hand to drivers. Only what the kind needs is filled in.
final class PreparedOperation implements Operation {
  private final Records records;
  private final ByteBuffer key = ByteBuffer.allocate(Records.MAX_KEY_BYTES);
  private ByteBuffer value;
  private ByteBuffer[] names;
  private ByteBuffer[] values;
  private OperationKind kind;
  private long sequence;
  private long keyNumber;
  private int firstField;
  private int touched;

  PreparedOperation(Records records) {
    this.records = records;
  }

  PreparedOperation set(OperationKind newKind, long newSequence) {
    kind = newKind;
    sequence = newSequence;
    touched = 0;
    if (!newKind.needs().isEmpty()) {
      fill();
    }
    return this;
  }

  private void fill() {
    keyNumber = records.keyNumber(sequence);
    key.clear();
    records.putKey(key, keyNumber);
    key.flip();
    boolean writes = kind.needs().contains(Need.FIELD_VALUES);
    if (writes || kind.needs().contains(Need.FIELD_NAMES)) {
      firstField = writes ? records.fieldToWrite(sequence) : 0;
      touched = writes ? 1 : records.fields();
      fillFields(writes);
    }
    if (kind.needs().contains(Need.VALUE)) {
      if (value == null) {
        value = ByteBuffer.allocate(records.fields() * records.fieldLength());
      }
      value.clear();
      for (int field = 0; field < records.fields(); field++) {
        records.putField(value, key, field);
      }
      value.flip();
    }
  }

  private void fillFields(boolean writes) {
    if (names == null) {
      names = new ByteBuffer[records.fields()];
      for (int i = 0; i < names.length; i++) {
        names[i] = ByteBuffer.wrap(records.fieldName(i)).asReadOnlyBuffer();
      }
      values = new ByteBuffer[names.length];
    }
    for (int i = firstField; i < firstField + touched; i++) {
      names[i].clear();
      if (writes) {
        if (values[i] == null) {
          values[i] = ByteBuffer.allocate(records.fieldLength());
        }
        values[i].clear();
        records.putField(values[i], key, i);
        values[i].flip();
      }
    }
  }

  @Override
  public OperationKind kind() {
    return kind;
  }

  @Override
  public long sequence() {
    return sequence;
  }

  @Override
  public long keyNumber() {
    require(Need.KEY);
    return keyNumber;
  }

  @Override
  public ByteBuffer key() {
    require(Need.KEY);
    return key;
  }

  @Override
  public int fields() {
    requireFields();
    return touched;
  }

  @Override
  public ByteBuffer fieldName(int index) {
    requireFields();
    return names[firstField + index];
  }

  @Override
  public ByteBuffer fieldValue(int index) {
    require(Need.FIELD_VALUES);
    return values[firstField + index];
  }

  @Override
  public ByteBuffer value() {
    require(Need.VALUE);
    return value;
  }

  @Override
  public int recordCount() {
    throw undeclared(Need.RECORD_COUNT);
  }

  private void requireFields() {
    if (touched == 0) {
      throw undeclared(Need.FIELD_NAMES);
    }
  }

  private void require(Need need) {
    if (!kind.needs().contains(need)) {
      throw undeclared(need);
    }
  }

  private IllegalStateException undeclared(Need need) {
    return new IllegalStateException(kind + " does not declare that it needs " + need);
  }
}
