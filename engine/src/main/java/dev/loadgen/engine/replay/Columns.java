package dev.loadgen.engine.replay;

import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.schedule.RecordedOperation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Where the header of a recording says that things are. The time has one column; `kind`, `key` and
/// `size` may have one each; what other columns say is not used.
final class Columns {
  /// The columns of times: whether they count from the start of the schedule (else from the first
  /// row), and how many ns one is.
  private static final Map<String, Time> TIMES =
      Map.of(
          "intended_ns", new Time(true, 1),
          "intended_s", new Time(true, 1_000_000_000),
          "time_ns", new Time(false, 1),
          "time_s", new Time(false, 1_000_000_000),
          "timestamp_ns", new Time(false, 1),
          "timestamp_s", new Time(false, 1_000_000_000));

  /// The largest value of an operation.
  static final int MOST_VALUE_BYTES = 64 << 20;

  /// The longest key of an operation.
  static final int MOST_KEY_LETTERS = 4096;

  private static final int MOST_DIGITS = 100;
  private static final BigDecimal MOST_NS = BigDecimal.valueOf(1L << 61);

  private record Time(boolean fromStart, long unitNs) {}

  private final List<String> header;
  private final int time;
  private final Time times;
  private final int kind;
  private final int key;
  private final int size;

  private Columns(List<String> header, int time) {
    this.header = header;
    this.time = time;
    this.times = TIMES.get(header.get(time));
    this.kind = header.indexOf("kind");
    this.key = header.indexOf("key");
    this.size = header.indexOf("size");
  }

  /// Reads a header.
  ///
  /// @throws PlanException if there is not exactly one column of times, or several of another kind
  static Columns of(List<String> fields) {
    List<String> header =
        fields.stream().map(field -> field.strip().toLowerCase(Locale.ROOT)).toList();
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      if (TIMES.containsKey(header.get(i))) {
        found.add(i);
      }
    }
    if (found.size() != 1) {
      throw new PlanException(
          "expected a header with one column of times, intended_ns, intended_s, time_ns, time_s,"
              + " timestamp_ns or timestamp_s, and perhaps kind, key, size");
    }
    for (String name : List.of("kind", "key", "size")) {
      if (header.indexOf(name) != header.lastIndexOf(name)) {
        throw new PlanException("has more than one column '" + name + "'");
      }
    }
    return new Columns(header, found.getFirst());
  }

  int count() {
    return header.size();
  }

  /// Whether times count from the start of the schedule; else from the first row.
  boolean fromStart() {
    return times.fromStart();
  }

  /// The columns that are not used.
  List<String> unused() {
    List<String> unused = new ArrayList<>(header);
    unused.removeAll(List.of(header.get(time), "kind", "key", "size"));
    return unused;
  }

  /// The time of a row, ns.
  ///
  /// @throws PlanException if it is none
  long timeNs(List<String> row) {
    String text = row.get(time).strip();
    BigDecimal ns;
    try {
      if (text.length() > MOST_DIGITS) { // to read very many of them takes for ever
        throw new NumberFormatException();
      }
      ns = new BigDecimal(text).multiply(BigDecimal.valueOf(times.unitNs()));
    } catch (NumberFormatException e) {
      throw new PlanException(
          header.get(time) + " is '" + shortened(text) + "': expected a number", e);
    }
    if (ns.signum() < 0 || ns.compareTo(MOST_NS) > 0) {
      throw new PlanException(
          header.get(time) + " is " + shortened(text) + ": expected 0 or more, within 73 years");
    }
    return ns.longValue();
  }

  /// What else a row says; null if that is nothing.
  ///
  /// @throws PlanException if it cannot be
  RecordedOperation operation(List<String> row) {
    String kindText = text(row, kind);
    String keyText = text(row, key);
    String sizeText = text(row, size);
    if (kindText == null && keyText == null && sizeText == null) {
      return null;
    }
    if (keyText != null && keyText.length() > MOST_KEY_LETTERS) {
      throw new PlanException(
          "the key has " + keyText.length() + " letters: expected at most " + MOST_KEY_LETTERS);
    }
    return new RecordedOperation(
        kindText == null ? null : kindText.toUpperCase(Locale.ROOT),
        keyText,
        sizeText == null ? -1 : size(sizeText));
  }

  private static int size(String text) {
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) > MOST_VALUE_BYTES) {
      throw new PlanException(
          "size is '" + shortened(text) + "': expected 0 to " + MOST_VALUE_BYTES + " bytes");
    }
    return Integer.parseInt(text);
  }

  private static String text(List<String> row, int column) {
    return column < 0 || row.get(column).isBlank() ? null : row.get(column).strip();
  }

  static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }
}
