package dev.loadgen.engine.replay;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.loadgen.engine.schedule.RecordedOperation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/// Writes a schedule as a recording: a header, a row for each operation, and its hash as a comment
/// at the end, by which a copy that is not whole is found out.
public final class RecordingWriter implements AutoCloseable {
  private final CsvWriter csv;
  private final boolean keys;
  private final ScheduleHash hash = new ScheduleHash();
  private long count;

  /// Begins one.
  ///
  /// @param keys whether it tells keys
  public RecordingWriter(OutputStream out, boolean keys) {
    this.keys = keys;
    this.csv =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    if (keys) {
      csv.writeRecord("intended_ns", "kind", "key");
    } else {
      csv.writeRecord("intended_ns", "kind");
    }
  }

  /// Adds an operation.
  ///
  /// @param key null if it has none
  public void add(long intendedNs, String kind, String key) {
    hash.add(intendedNs, new RecordedOperation(kind, key, -1));
    count++;
    if (keys) {
      csv.writeRecord(Long.toString(intendedNs), kind, key == null ? "" : key);
    } else {
      csv.writeRecord(Long.toString(intendedNs), kind);
    }
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
