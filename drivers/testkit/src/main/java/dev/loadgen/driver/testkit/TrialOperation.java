package dev.loadgen.driver.testkit;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// An operation that notices when a driver asks for what its kind did not declare, or keeps the
/// operation after the call has returned: it then says so, and its buffers are overwritten.
final class TrialOperation implements Operation {
  private static final int FIELDS = 3;
  private static final int FIELD_BYTES = 8;
  private static final String WHOLE = "";

  private final OperationKind kind;
  private final long sequence;
  private final long keyNumber;
  private final ByteBuffer key;
  private final ByteBuffer value;
  private final ByteBuffer[] names = new ByteBuffer[FIELDS];
  private final ByteBuffer[] values = new ByteBuffer[FIELDS];
  private final List<String> misuses = new CopyOnWriteArrayList<>();
  private final boolean failing;
  private final Map<String, String> read = new ConcurrentHashMap<>(); // by field; "" for the whole
  private volatile boolean failed;
  private volatile boolean returned;

  TrialOperation(OperationKind kind, long sequence, long keyNumber) {
    this(kind, sequence, keyNumber, false);
  }

  private TrialOperation(OperationKind kind, long sequence, long keyNumber, boolean failing) {
    this.failing = failing;
    this.kind = kind;
    this.sequence = sequence;
    this.keyNumber = keyNumber;
    this.key = ascii("user" + keyNumber);
    this.value = valueOf(key);
    for (int i = 0; i < FIELDS; i++) {
      names[i] = ascii("field" + i);
      values[i] = ascii(text(valueOf(key)).substring(i * FIELD_BYTES, (i + 1) * FIELD_BYTES));
    }
  }

  /// One that throws whenever it is asked for what its kind needs.
  static TrialOperation failing(OperationKind kind) {
    return new TrialOperation(kind, 0, 0, true);
  }

  /// Whether it has thrown because it is a failing one.
  boolean hasFailed() {
    return failed;
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String text(ByteBuffer buffer) {
    return StandardCharsets.ISO_8859_1.decode(buffer.duplicate()).toString();
  }

  private static ByteBuffer valueOf(ByteBuffer key) {
    int length = FIELDS * FIELD_BYTES;
    return ascii((text(key) + "-" + "v".repeat(length)).substring(0, length));
  }

  static boolean matches(ByteBuffer key, ByteBuffer value) {
    return valueOf(key).equals(value);
  }

  /// The call has returned: from now on nobody may look at it.
  void expire() {
    returned = true;
    overwrite(key);
    overwrite(value);
    for (int i = 0; i < FIELDS; i++) {
      overwrite(names[i]);
      overwrite(values[i]);
    }
  }

  private static void overwrite(ByteBuffer buffer) {
    ByteBuffer all = buffer.duplicate().clear(); // wherever the driver has left its limit
    while (all.hasRemaining()) {
      all.put((byte) '!');
    }
  }

  /// What was done wrong with it so far, in sentences.
  List<String> misuses() {
    return List.copyOf(misuses);
  }

  private void check(String asked) {
    if (returned) {
      throw misuse(
          "an operation "
              + kind
              + " was asked for its "
              + asked
              + " after the call had returned: copy what is needed later");
    }
  }

  private void check(String asked, Need... oneOf) {
    check(asked);
    for (Need need : oneOf) {
      if (kind.needs().contains(need)) {
        failIfFailing(asked);
        return;
      }
    }
    throw misuse(
        kind + " was asked for its " + asked + ", but does not declare the need " + oneOf[0]);
  }

  private void failIfFailing(String asked) {
    if (failing) {
      failed = true;
      throw new IllegalStateException("the contract lets the " + asked + " of this operation fail");
    }
  }

  private IllegalStateException misuse(String sentence) {
    misuses.add(sentence);
    return new IllegalStateException(sentence);
  }

  @Override
  public OperationKind kind() {
    check("kind");
    return kind;
  }

  @Override
  public long sequence() {
    check("sequence");
    return sequence;
  }

  @Override
  public long keyNumber() {
    check("key number", Need.KEY, Need.NEW_KEY);
    return keyNumber;
  }

  @Override
  public ByteBuffer key() {
    check("key", Need.KEY, Need.NEW_KEY);
    return key;
  }

  @Override
  public int fields() {
    check("number of fields", Need.FIELD_NAMES, Need.FIELD_VALUES);
    return kind.needs().contains(Need.FIELD_VALUES) && !kind.needs().contains(Need.NEW_KEY)
        ? 1
        : FIELDS;
  }

  @Override
  public ByteBuffer fieldName(int index) {
    check("field names", Need.FIELD_NAMES, Need.FIELD_VALUES);
    return names[index];
  }

  @Override
  public ByteBuffer fieldValue(int index) {
    check("field values", Need.FIELD_VALUES);
    return values[index];
  }

  @Override
  public ByteBuffer value() {
    check("value", Need.VALUE);
    return value;
  }

  @Override
  public boolean readsAllFields() {
    check("extent");
    return true;
  }

  @Override
  public boolean verifies() {
    check("verification");
    return true;
  }

  @Override
  public void readField(ByteBuffer name, ByteBuffer value) {
    check("verification");
    require(name, "the name of a field that was read");
    require(value, "the value of a field that was read");
    read.put(text(name), text(value));
  }

  @Override
  public void readValue(ByteBuffer value) {
    check("verification");
    require(value, "the value that was read");
    read.put(WHOLE, text(value));
  }

  /// Whether the driver has handed over what it read.
  boolean handedOver() {
    return !read.isEmpty();
  }

  /// Whether that is what an operation writes under the same key.
  ///
  /// @param whole whether all fields were written
  boolean isReadRight(boolean whole) {
    if (whole && !read.containsKey(WHOLE) && read.size() < FIELDS) {
      return false;
    }
    TrialOperation written = new TrialOperation(kind, sequence, keyNumber);
    for (Map.Entry<String, String> entry : read.entrySet()) {
      if (!entry.getValue().equals(written.expected(entry.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private String expected(String field) {
    for (int i = 0; i < FIELDS; i++) {
      if (field.equals(text(names[i]))) {
        return text(values[i]);
      }
    }
    return field.equals(WHOLE) ? text(value) : null;
  }

  private void require(ByteBuffer given, String what) {
    if (given == null) {
      throw misuse(kind + " handed over null as " + what);
    }
  }

  @Override
  public int recordCount() {
    check("record count", Need.RECORD_COUNT);
    return 2;
  }
}
