package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.workload.CoreProperties.InsertOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The records of the workload: what key, field names and values the record of a number has. Keys
/// and field names are YCSB's. Values are printable ASCII: with `dataintegrity` those of YCSB's
/// `CoreWorkload.buildDeterministicValue`, else another pure function of key and field: whatever
/// seed a system was loaded with, its values can be checked. Writes into buffers of the caller;
/// allocates nothing. Immutable.
final class Records {
  private static final byte[] PREFIX = "user".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_DIGITS = 20;
  private static final byte[] PAIRS = new byte[200]; // 00 to 99

  static {
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  private static final long FNV_OFFSET_BASIS = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1099511628211L;

  private final boolean hashed;
  private final int padding;
  private final boolean checkable;
  private final FieldLengths lengths;
  private final byte[][] names;

  /// @throws PlanException if the settings contradict one another
  Records(CoreProperties properties) {
    hashed = properties.value(CoreProperties.INSERT_ORDER) == InsertOrder.HASHED;
    padding = properties.value(CoreProperties.ZERO_PADDING).intValue();
    checkable = properties.value(CoreProperties.DATA_INTEGRITY);
    lengths = FieldLengths.of(properties);
    if (checkable && !lengths.isConstant()) {
      throw new PlanException(
          properties.shown(CoreProperties.DATA_INTEGRITY)
              + ": needs values of one length, and there is "
              + properties.shown(CoreProperties.FIELD_LENGTH_DISTRIBUTION));
    }
    names = new byte[properties.value(CoreProperties.FIELD_COUNT).intValue()][];
    String prefix = properties.value(CoreProperties.FIELD_NAME_PREFIX);
    for (int i = 0; i < names.length; i++) {
      names[i] = (prefix + i).getBytes(StandardCharsets.US_ASCII);
    }
    if ((long) names.length * lengths.most() > CoreProperties.MOST_VALUE_BYTES) {
      throw new PlanException(
          "fieldcount × fieldlength is "
              + (long) names.length * lengths.most()
              + " bytes: expected at most "
              + CoreProperties.MOST_VALUE_BYTES);
    }
  }

  int fields() {
    return names.length;
  }

  byte[] fieldName(int field) {
    return names[field];
  }

  /// How many bytes a key has at most.
  int mostKeyBytes() {
    return PREFIX.length + Math.max(padding, MOST_DIGITS);
  }

  /// How many bytes a field's value has at most.
  int mostFieldBytes() {
    return lengths.most();
  }

  /// YCSB's `Utils.hash`: FNV-1 of 64 bits, made positive.
  static long hash(long number) {
    long hash = FNV_OFFSET_BASIS;
    long rest = number;
    for (int i = 0; i < 8; i++) {
      hash = (hash ^ (rest & 0xFF)) * FNV_PRIME;
      rest >>= 8;
    }
    return hash == Long.MIN_VALUE ? 0 : Math.abs(hash);
  }

  /// Appends the key of a record.
  void putKey(ByteBuffer target, long keyNumber) {
    target.put(PREFIX);
    long rest = hashed ? hash(keyNumber) : keyNumber;
    int first = target.position();
    int end = first + Math.max(padding, digits(rest));
    int at = end;
    while (rest >= 10) { // two digits at a time: half the divisions
      int pair = 2 * (int) (rest % 100);
      rest /= 100;
      target.put(--at, PAIRS[pair + 1]);
      target.put(--at, PAIRS[pair]);
    }
    if (rest > 0 || at == end) {
      target.put(--at, (byte) ('0' + rest));
    }
    while (at > first) {
      target.put(--at, (byte) '0');
    }
    target.position(end);
  }

  /// The number of a recorded key: of digits what they say, else a hash.
  static long number(String key) {
    if (key.length() < MOST_DIGITS && isDigits(key)) {
      return Long.parseLong(key);
    }
    long hash = FNV_OFFSET_BASIS;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * FNV_PRIME;
    }
    return hash & Long.MAX_VALUE;
  }

  /// Whether a recorded key is the number of a record, rather than the key itself.
  static boolean isDigits(String key) {
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) < '0' || key.charAt(i) > '9') {
        return false;
      }
    }
    return !key.isEmpty();
  }

  private static int digits(long number) {
    int digits = 1;
    for (long power = 10; digits < MOST_DIGITS - 1 && number >= power; power *= 10) {
      digits++;
    }
    return digits;
  }

  /// Appends the value of one field of the record under this key; the key is not moved.
  void putField(ByteBuffer target, ByteBuffer key, int field) {
    if (checkable) {
      putCheckable(target, key, field);
      return;
    }
    long state = seed(key, field);
    putLetters(target, state, lengths.of(state));
  }

  /// Appends a value of a given length for one field of the record under this key.
  void putField(ByteBuffer target, ByteBuffer key, int field, int length) {
    putLetters(target, seed(key, field), length);
  }

  /// Appends a random value for one field.
  ///
  /// @param drawn random bits: those of the operation
  void putRandomField(ByteBuffer target, long drawn, int field) {
    long state = state(drawn, field);
    putLetters(target, state, lengths.of(state));
  }

  /// Appends a random value of a given length for one field.
  ///
  /// @param drawn random bits: those of the operation
  void putRandomField(ByteBuffer target, long drawn, int field, int length) {
    putLetters(target, state(drawn, field), length);
  }

  private static long state(long drawn, int field) {
    return drawn + field * FNV_PRIME;
  }

  private static void putLetters(ByteBuffer target, long state, int length) {
    for (int i = 0; i < length; i += Long.BYTES) { // each draw makes eight letters
      long bits = Draws.mix(state + i);
      for (int j = Math.min(Long.BYTES, length - i); j > 0; j--) {
        target.put((byte) ('!' + (bits & 63)));
        bits >>>= Byte.SIZE;
      }
    }
  }

  /// The key, a colon, the field's name; then as often as it takes a colon and the hash, as Java
  /// strings have it, of all that stands before.
  private void putCheckable(ByteBuffer target, ByteBuffer key, int field) {
    int end = target.position() + lengths.most();
    int hash = 0;
    for (int i = key.position(); i < key.limit(); i++) {
      hash = putHashed(target, end, key.get(i), hash);
    }
    hash = putHashed(target, end, (byte) ':', hash);
    for (byte letter : names[field]) {
      hash = putHashed(target, end, letter, hash);
    }
    while (target.position() < end) {
      hash = putHashed(target, end, (byte) ':', hash);
      hash = putNumber(target, end, hash, hash);
    }
  }

  private static int putHashed(ByteBuffer target, int end, byte letter, int hash) {
    if (target.position() < end) {
      target.put(letter);
    }
    return 31 * hash + letter;
  }

  /// Writes a number in decimal.
  private static int putNumber(ByteBuffer target, int end, int number, int hashBefore) {
    int hash = hashBefore;
    if (number < 0) {
      hash = putHashed(target, end, (byte) '-', hash);
    }
    long rest = Math.abs((long) number);
    long unit = 1;
    while (rest / unit >= 10) {
      unit *= 10;
    }
    for (; unit > 0; unit /= 10) {
      hash = putHashed(target, end, (byte) ('0' + rest / unit % 10), hash);
    }
    return hash;
  }

  /// The place of the field of this name, which is not moved; −1 if there is none.
  int field(ByteBuffer name) {
    for (int i = 0; i < names.length; i++) {
      if (isName(name, names[i])) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isName(ByteBuffer given, byte[] name) {
    if (given.remaining() != name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (given.get(given.position() + i) != name[i]) {
        return false;
      }
    }
    return true;
  }

  private static long seed(ByteBuffer key, int field) {
    long hash = FNV_OFFSET_BASIS;
    for (int i = key.position(); i < key.limit(); i++) {
      hash = (hash ^ key.get(i)) * FNV_PRIME;
    }
    return hash + field * FNV_PRIME;
  }
}
