package dev.loadgen.engine.workload;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Keeps what a driver read of one record until it has returned, so that it is checked outside of
/// the service time. One thread at a time.
final class ReadValues {
  private static final int WHOLE = -1; // stands for the name of a value that is the whole record
  private static final int UNKNOWN = -2;

  private final Records records;
  private byte[] bytes = new byte[1024];
  private int[] fields = new int[16]; // the field of each value that was read
  private int[] ends = new int[16]; // where it ends among the bytes
  private int count;
  private final int[] seen; // of each field: in which check it was seen last
  private int checks;
  private ByteBuffer expected;

  ReadValues(Records records) {
    this.records = records;
    this.seen = new int[records.fields()];
  }

  void clear() {
    count = 0;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /// The value of a field; neither buffer is moved.
  void add(ByteBuffer name, ByteBuffer value) {
    int field = records.field(name);
    add(field < 0 ? UNKNOWN : field, value);
  }

  /// The whole value; the buffer is not moved.
  void add(ByteBuffer value) {
    add(WHOLE, value);
  }

  private void add(int field, ByteBuffer value) {
    int from = count == 0 ? 0 : ends[count - 1];
    int length = value.remaining();
    if (from + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, from + length));
    }
    if (count == fields.length) {
      fields = Arrays.copyOf(fields, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    value.get(value.position(), bytes, from, length);
    fields[count] = field;
    ends[count] = from + length;
    count++;
  }

  /// Whether all values are those of the record under this key, and these fields are among them.
  ///
  /// @param first the first field that was asked for
  /// @param end the first after them
  boolean areOf(ByteBuffer key, int first, int end) {
    checks++;
    if (!areOf(key)) {
      return false;
    }
    for (int field = first; field < end; field++) {
      if (seen[field] != checks) {
        return false;
      }
    }
    return true;
  }

  /// Whether all values are those of the record under this key.
  boolean areOf(ByteBuffer key) {
    int from = 0;
    for (int i = 0; i < count; i++) {
      if (fields[i] == UNKNOWN || !isOf(key, fields[i], from, ends[i])) {
        return false;
      }
      from = ends[i];
    }
    return true;
  }

  private boolean isOf(ByteBuffer key, int field, int from, int to) {
    if (expected == null) {
      expected = ByteBuffer.allocate(records.fields() * records.mostFieldBytes());
    }
    expected.clear();
    int first = field == WHOLE ? 0 : field;
    int last = field == WHOLE ? records.fields() - 1 : field;
    for (int i = first; i <= last; i++) {
      seen[i] = checks;
      records.putField(expected, key, i);
    }
    return Arrays.equals(bytes, from, to, expected.array(), 0, expected.position());
  }
}
