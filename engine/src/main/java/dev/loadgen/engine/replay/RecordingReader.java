package dev.loadgen.engine.replay;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.schedule.ArrivalSequence;
import dev.loadgen.engine.schedule.RecordedOperation;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads a recording row by row, as a stream: CSV with a header, plain or gzip. Every mistake names
/// file and line. Closed by itself at its end, else by [#close].
public final class RecordingReader implements ArrivalSequence {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final Replay replay;
  private final BasicFileAttributes attributes; // when it was opened
  private final CsvReader<CsvRecord> csv;
  private final Iterator<CsvRecord> rows;
  private final Columns columns;
  private long line = 1;
  private long firstNs = -1;
  private long timeNs;
  private long offsetNs;
  private RecordedOperation recorded;
  private String comment;

  /// Opens one, and reads its header.
  ///
  /// @throws PlanException if it cannot be read, or has none
  public RecordingReader(Replay replay) {
    this.replay = replay;
    try {
      this.attributes = regular(replay.file());
      this.csv =
          CsvReader.builder()
              .commentStrategy(CommentStrategy.READ)
              .ofCsvRecord(new InputStreamReader(bytes(replay.file()), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new PlanException(name() + ": cannot be read: " + reason(e), e);
    }
    this.rows = csv.iterator();
    CsvRecord header = next();
    if (header == null) {
      throw new PlanException(name() + ": is empty: expected a header and rows");
    }
    try {
      this.columns = Columns.of(header.getFields());
    } catch (PlanException e) {
      close();
      throw located(e);
    }
  }

  /// It is read several times, so it cannot be a pipe.
  private static BasicFileAttributes regular(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new IOException("is a directory");
    }
    if (!attributes.isRegularFile()) {
      throw new IOException("is no regular file, and it is read more than once");
    }
    return attributes;
  }

  private static InputStream bytes(Path path) throws IOException {
    InputStream opened = Files.newInputStream(path);
    try {
      BufferedInputStream file = new BufferedInputStream(opened, BUFFER_BYTES);
      file.mark(2);
      boolean zipped = file.read() == GZIP_FIRST && file.read() == GZIP_SECOND;
      file.reset();
      return withoutMark(zipped ? new GZIPInputStream(file, BUFFER_BYTES) : file);
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  /// Some programs begin a text in UTF-8 with a mark of the order of its bytes.
  private static InputStream withoutMark(InputStream text) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(text, BUFFER_BYTES);
    bytes.mark(BYTE_ORDER_MARK.length);
    if (!Arrays.equals(bytes.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
      bytes.reset();
    }
    return bytes;
  }

  private String name() {
    return "--replay " + replay.file();
  }

  private PlanException located(PlanException e) {
    return new PlanException(name() + ", line " + line + ": " + e.getMessage(), e);
  }

  private static String reason(IOException e) {
    return switch (e) {
      case EOFException end -> "it ends in the middle of its gzip stream: it is not whole";
      case ZipException zip -> "its gzip stream is damaged (" + zip.getMessage() + ")";
      default -> IoReason.of(e);
    };
  }

  /// The next row that is no comment; null at the end.
  private CsvRecord next() {
    try {
      while (rows.hasNext()) {
        CsvRecord row = rows.next();
        line = row.getStartingLineNumber();
        if (!row.isComment()) {
          return row;
        }
        comment = row.getField(0).strip();
      }
    } catch (UncheckedIOException e) {
      close();
      requireUnchanged();
      throw new PlanException(name() + ", after line " + line + ": " + reason(e.getCause()), e);
    } catch (CsvParseException e) {
      close();
      requireUnchanged();
      throw new PlanException(name() + ", after line " + line + ": " + e.getMessage(), e);
    }
    close();
    requireUnchanged();
    return null;
  }

  /// What is written over while it is read is neither the one recording nor the other. One that was
  /// removed, or put in its place, is of no concern.
  private void requireUnchanged() {
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(replay.file(), BasicFileAttributes.class);
    } catch (IOException e) {
      return;
    }
    boolean same = Objects.equals(now.fileKey(), attributes.fileKey());
    if (same
        && (now.size() != attributes.size()
            || !now.lastModifiedTime().equals(attributes.lastModifiedTime()))) {
      throw new PlanException(name() + ": was changed while it was read");
    }
  }

  @Override
  public boolean advance() {
    CsvRecord row = next();
    if (row == null) {
      return false;
    }
    try {
      read(row.getFields());
      return true;
    } catch (PlanException e) {
      close();
      requireUnchanged();
      throw located(e);
    }
  }

  private void read(List<String> row) {
    if (row.size() != columns.count()) {
      throw new PlanException("has " + row.size() + " fields: the header has " + columns.count());
    }
    long beforeNs = timeNs;
    timeNs = columns.timeNs(row);
    if (timeNs < beforeNs) {
      throw new PlanException(
          "its time is "
              + (beforeNs - timeNs)
              + " ns before that of the row before: expected rows in the order of their times");
    }
    if (firstNs < 0) {
      firstNs = columns.fromStart() ? 0 : timeNs;
    }
    long distanceNs = timeNs - firstNs;
    offsetNs = replay.speed() == 1 ? distanceNs : (long) (distanceNs / replay.speed());
    recorded = columns.operation(row);
  }

  @Override
  public long offsetNs() {
    return offsetNs;
  }

  @Override
  public RecordedOperation recorded() {
    return recorded;
  }

  /// The time of the row, not hastened, ns from the start.
  long recordedNs() {
    return timeNs - firstNs;
  }

  /// The last comment so far; null if there was none.
  String comment() {
    return comment;
  }

  List<String> unusedColumns() {
    return columns.unused();
  }

  @Override
  public void close() {
    try {
      csv.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
