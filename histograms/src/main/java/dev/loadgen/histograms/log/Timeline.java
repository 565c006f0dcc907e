package dev.loadgen.histograms.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The timeline: a CSV file with a row for each interval, of what no histogram holds. Each row is
/// one write. Not thread-safe.
public final class Timeline implements Closeable {
  private static final String COLUMNS =
      "start_s,end_s,scheduled,sent,succeeded,failed,backlog,in_flight,events,event_ms";

  private final AppendingFile file;

  private Timeline(AppendingFile file) {
    this.file = file;
  }

  /// Creates a timeline.
  ///
  /// @param path must not exist
  /// @param counters names of further columns
  /// @throws IOException if the file is there already or cannot be written
  public static Timeline create(Path path, List<String> counters) throws IOException {
    Timeline timeline = new Timeline(new AppendingFile(path));
    StringBuilder header = new StringBuilder(COLUMNS);
    for (String counter : counters) {
      header.append(',').append(counter.replaceAll("[\",\\r\\n]", "_"));
    }
    timeline.file.append(header.append('\n').toString());
    return timeline;
  }

  /// Writes a row.
  ///
  /// @throws IOException if it cannot be written; the file is then as it was before
  public void row(TimelineRow row) throws IOException {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%.6f,%.6f,%d,%d,%d,%d,%d,%d,%d,%.3f",
                row.startNs() / 1e9,
                row.endNs() / 1e9,
                row.scheduled(),
                row.sent(),
                row.succeeded(),
                row.failed(),
                row.backlog(),
                row.inFlight(),
                row.events(),
                row.eventNs() / 1e6));
    for (long counter : row.counters()) {
      line.append(',').append(counter);
    }
    file.append(line.append('\n').toString());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
