package dev.loadgen.histograms.log;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/// An HdrHistogram V2 interval log: what HistogramLogReader and HistogramLogProcessor read. Line
/// times are seconds from the log's start. Each interval is one write, so that a killed process
/// leaves all intervals but the last. Not thread-safe.
public final class IntervalLog implements Closeable {
  /// The legend's "interval max" is in ms, as in every log that HistogramLogWriter writes by
  /// default.
  private static final double MAX_VALUE_UNIT = 1_000_000.0;

  private final AppendingFile file;
  private final ByteArrayOutputStream block = new ByteArrayOutputStream(64 * 1024);

  private IntervalLog(AppendingFile file) {
    this.file = file;
  }

  /// Creates a log.
  ///
  /// @param path must not exist
  /// @param startEpochMs the instant that line times count from, in ms since the epoch
  /// @param comments lines of the header
  /// @throws IOException if the file is there already or cannot be written
  public static IntervalLog create(Path path, long startEpochMs, List<String> comments)
      throws IOException {
    IntervalLog log = new IntervalLog(new AppendingFile(path));
    HistogramLogWriter writer = log.writer();
    for (String comment : comments) {
      writer.outputComment(comment);
    }
    writer.outputLogFormatVersion();
    writer.outputStartTime(startEpochMs);
    writer.outputBaseTime(startEpochMs);
    writer.outputLegend();
    log.flush(writer);
    return log;
  }

  private HistogramLogWriter writer() {
    block.reset();
    return new HistogramLogWriter(block);
  }

  private void flush(HistogramLogWriter writer) throws IOException {
    writer.close();
    file.append(block.toByteArray(), block.size());
  }

  /// Writes the lines of one interval. Empty histograms are left out, but for the first, so that
  /// every interval has a line.
  ///
  /// @param startNs ns from the log's start
  /// @param endNs likewise
  /// @throws IOException if they cannot be written; the log is then as it was before
  public void interval(long startNs, long endNs, List<TaggedHistogram> lines) throws IOException {
    HistogramLogWriter writer = writer();
    boolean first = true;
    for (TaggedHistogram line : lines) {
      Histogram histogram = line.histogram();
      if (first || histogram.getTotalCount() > 0) {
        histogram.setTag(line.tag());
        writer.outputIntervalHistogram(startNs / 1e9, endNs / 1e9, histogram, MAX_VALUE_UNIT);
      }
      first = false;
    }
    flush(writer);
  }

  /// Writes a comment line.
  public void comment(String text) throws IOException {
    file.append(String.format(Locale.ROOT, "#%s%n", text.replaceAll("[\\r\\n]+", " ")));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
