package dev.loadgen.engine.replay;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.loadgen.engine.schedule.RecordedOperation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Writes a schedule as a recording: a header, a row for each operation, and its hash as a comment
/// at the end, by which a copy that is not whole is found out.
public final class RecordingWriter implements AutoCloseable {
  private final CsvWriter csv;
  private final boolean keys;
  private final boolean sizes;
  private final ScheduleHash hash = new ScheduleHash();
  private long count;

  /// Begins one.
  ///
  /// @param keys whether it tells keys
  /// @param sizes whether it tells how large values are
  public RecordingWriter(OutputStream out, boolean keys, boolean sizes) {
    this.keys = keys;
    this.sizes = sizes;
    this.csv =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    write("intended_ns", "kind", "key", "size");
  }

  private void write(String ns, String kind, String key, String size) {
    List<String> cells = new ArrayList<>(List.of(ns, kind));
    if (keys) {
      cells.add(key);
    }
    if (sizes) {
      cells.add(size);
    }
    csv.writeRecord(cells);
  }

  /// Adds an operation.
  ///
  /// @param key null if it has none
  /// @param valueBytes how large its value is; negative if nothing says so
  public void add(long intendedNs, String kind, String key, int valueBytes) {
    hash.add(intendedNs, new RecordedOperation(kind, key, valueBytes));
    count++;
    write(
        Long.toString(intendedNs),
        kind,
        key == null ? "" : key,
        valueBytes < 0 ? "" : Integer.toString(valueBytes));
  }

  /// How many operations there are.
  public long count() {
    return count;
  }

  /// Ends it.
  ///
  /// @return its hash
  /// @throws IOException if it cannot be written
  public String end() throws IOException {
    String value = hash.value();
    csv.writeComment(ScheduleHash.comment(value));
    csv.flush();
    return value;
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }
}
