package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.schedule.RecordedOperation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// The flyweight that workers hand to drivers. Only what the kind needs is filled in. One thread at
/// a time.
final class PreparedOperation implements Operation {
  private static final int FIELD = 3; // the purpose of the draw
  private static final int VALUE = 6; // likewise

  /// How much of a record operations touch.
  ///
  /// @param readsAll whether reads are of all fields
  /// @param writesAll whether updates are of all fields
  /// @param writesAnew whether updates write random values, as YCSB's do, instead of those that the
  ///   record was made with
  record Extent(boolean readsAll, boolean writesAll, boolean writesAnew) {}

  private final Records records;
  private final Extent extent;
  private final long seed;
  private final ReadValues readValues; // null if nothing is checked
  private ByteBuffer key;
  private RecordedOperation recorded; // null if nothing is
  private int keyBytes;
  private ByteBuffer value;
  private ByteBuffer[] names;
  private ByteBuffer[] values;
  private OperationKind kind;
  private long sequence;
  private long keyNumber;
  private long drawn; // what the values are drawn from, if they are random
  private boolean random;
  private int firstField;
  private int touched;
  private boolean allFields;
  private int recordCount;

  /// @param readValues what is read is collected there; null if it is not to be checked
  PreparedOperation(Records records, Extent extent, long seed, ReadValues readValues) {
    this.records = records;
    this.extent = extent;
    this.seed = seed;
    this.readValues = readValues;
    this.key = ByteBuffer.allocate(records.mostKeyBytes());
  }

  /// Fills it.
  ///
  /// @param newKeyNumber the record's number; without meaning if the kind needs no key
  /// @param newRecordCount how many records to visit; likewise
  /// @param newRecorded what a recording says of it; null if that is nothing
  PreparedOperation set(
      OperationKind newKind,
      long newSequence,
      long newKeyNumber,
      int newRecordCount,
      RecordedOperation newRecorded) {
    recorded = newRecorded;
    kind = newKind;
    sequence = newSequence;
    keyNumber = newKeyNumber;
    recordCount = newRecordCount;
    touched = 0;
    if (!newKind.needs().isEmpty()) {
      fill(newKind.needs());
    }
    return this;
  }

  private void fill(Set<Need> needs) {
    if (recorded == null || recorded.key() == null || Records.isDigits(recorded.key())) {
      key.clear();
      records.putKey(key, keyNumber);
      key.flip();
    } else {
      byte[] given = recorded.key().getBytes(StandardCharsets.UTF_8);
      key = roomFor(key, given.length);
      key.put(given).flip();
    }
    keyBytes = key.limit();
    boolean writes = needs.contains(Need.FIELD_VALUES);
    boolean creates = needs.contains(Need.NEW_KEY);
    allFields = creates || (writes ? extent.writesAll() : extent.readsAll());
    random = extent.writesAnew() && !creates;
    if (writes || needs.contains(Need.FIELD_NAMES)) {
      firstField = allFields ? 0 : (int) Draws.below(records.fields(), seed, sequence, FIELD);
      touched = allFields ? records.fields() : 1;
      fillFields(writes);
    }
    if (needs.contains(Need.VALUE)) {
      fillValue();
    }
    if (readValues != null) {
      readValues.clear();
    }
  }

  private void fillValue() {
    int size = recorded == null ? -1 : recorded.valueBytes();
    value = roomFor(value, size < 0 ? records.fields() * records.mostFieldBytes() : size);
    draw();
    if (size >= 0) {
      putValue(value, 0, size);
    } else {
      for (int field = 0; field < records.fields(); field++) {
        putValue(value, field);
      }
    }
    value.flip();
  }

  /// A field's part of the recorded size: equal parts, the first ones a byte more if need be.
  private void fillFieldValue(int field) {
    int size = recorded == null ? -1 : recorded.valueBytes();
    int place = field - firstField;
    int part = size / touched + (place < size % touched ? 1 : 0);
    values[field] = roomFor(values[field], size < 0 ? records.mostFieldBytes() : part);
    if (size >= 0) {
      putValue(values[field], field, part);
    } else {
      putValue(values[field], field);
    }
    values[field].flip();
  }

  /// An empty buffer of at least so many bytes: this one if it is large enough.
  private static ByteBuffer roomFor(ByteBuffer buffer, int bytes) {
    return buffer != null && buffer.capacity() >= bytes
        ? buffer.clear()
        : ByteBuffer.allocate(bytes);
  }

  private void draw() {
    if (random) {
      drawn = Draws.bits(seed, sequence, VALUE);
    }
  }

  private void putValue(ByteBuffer target, int field, int length) {
    if (random) {
      records.putRandomField(target, drawn, field, length);
    } else {
      records.putField(target, key, field, length);
    }
  }

  private void putValue(ByteBuffer target, int field) {
    if (random) {
      records.putRandomField(target, drawn, field);
    } else {
      records.putField(target, key, field);
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
    if (writes) {
      draw();
    }
    for (int i = firstField; i < firstField + touched; i++) {
      names[i].clear();
      if (writes) {
        fillFieldValue(i);
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
    requireKey();
    return keyNumber;
  }

  @Override
  public ByteBuffer key() {
    requireKey();
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
  public boolean readsAllFields() {
    return extent.readsAll();
  }

  @Override
  public ByteBuffer value() {
    require(Need.VALUE);
    return value;
  }

  @Override
  public int recordCount() {
    require(Need.RECORD_COUNT);
    return recordCount;
  }

  @Override
  public boolean verifies() {
    return readValues != null;
  }

  @Override
  public void readField(ByteBuffer name, ByteBuffer read) {
    if (readValues != null) {
      readValues.add(name, read);
    }
  }

  @Override
  public void readValue(ByteBuffer read) {
    if (readValues != null) {
      readValues.add(read);
    }
  }

  /// Whether what was read is all that was asked for, and as the workload writes it.
  boolean isReadRight() {
    ByteBuffer original = key.limit(keyBytes).position(0); // wherever the driver has left it
    boolean all = extent.readsAll() || touched == 0;
    return readValues.areOf(
        original, all ? 0 : firstField, all ? records.fields() : firstField + touched);
  }

  private void requireKey() {
    if (!kind.needs().contains(Need.KEY) && !kind.needs().contains(Need.NEW_KEY)) {
      throw undeclared(Need.KEY);
    }
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
