package dev.loadgen.cli.run;

import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.IntervalReport.Phase;
import dev.loadgen.engine.result.Units;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/// What is shown while a run goes on, on stderr: on a terminal one line that is written over, else
/// a line for each interval. By the run's thread, and whichever hears of a signal.
final class Progress implements RunListener {
  private static final String CLEAR = "\r\u001b[K";
  private static final String SEPARATOR = " | ";

  private final PrintWriter err;
  private final IntSupplier columns;
  private final boolean quiet;
  private boolean open;

  /// @param columns how wide the terminal is; null if there is none
  Progress(PrintWriter err, IntSupplier columns, boolean quiet) {
    this.err = err;
    this.columns = columns;
    this.quiet = quiet;
  }

  @Override
  public synchronized void interval(IntervalReport report) {
    if (quiet) {
      return;
    }
    if (columns != null) {
      // A line as wide as the terminal would be wrapped, and a wrapped one cannot be written over.
      err.print(CLEAR + line(report, columns.getAsInt() - 1));
      open = true;
    } else {
      err.println(line(report, Integer.MAX_VALUE));
    }
    err.flush();
  }

  @Override
  public synchronized void notice(String sentence) {
    if (!quiet) {
      problem(sentence);
    }
  }

  @Override
  public synchronized void problem(String sentence) {
    end();
    err.println("loadgen: " + sentence);
    err.flush();
  }

  /// Ends the line that is written over.
  synchronized void end() {
    if (open) {
      err.print(CLEAR);
      err.flush();
      open = false;
    }
  }

  /// @param rank of parts that do not all fit, those of the highest are left out
  /// @param text with what separates it from the part before
  private record Part(int rank, String text) {
    static Part next(int rank, String text) {
      return new Part(rank, SEPARATOR + text);
    }
  }

  /// One interval in one line: as much of it as fits, the most important first, no figure ever cut.
  static String line(IntervalReport report, int width) {
    List<Part> parts = parts(report);
    while (parts.size() > 1 && joined(parts).length() > width) {
      parts.remove(parts.stream().max(Comparator.comparingInt(Part::rank)).orElseThrow());
    }
    String line = joined(parts);
    return line.length() > width ? "" : line;
  }

  private static String joined(List<Part> parts) {
    return parts.stream().map(Part::text).collect(Collectors.joining());
  }

  private static List<Part> parts(IntervalReport report) {
    List<Part> parts = new ArrayList<>();
    parts.add(
        new Part(
            0,
            String.format(
                Locale.ROOT,
                "%6.1fs %-6s %3.0f%%",
                report.endNs() / 1e9,
                report.phase().name().toLowerCase(Locale.ROOT),
                100 * report.progress())));
    // After the window there is no rate to keep.
    parts.add(Part.next(2, Units.rate(report.achievedPerSecond())));
    if (!Double.isNaN(report.targetPerSecond()) && report.phase() != Phase.DRAIN) {
      parts.add(new Part(5, " of " + Units.rate(report.targetPerSecond())));
    }
    if (report.response() != null) {
      parts.add(Part.next(1, "response " + tail(report, report.response())));
    }
    if (report.backlog() > 0) {
      parts.add(
          Part.next(
              3,
              String.format(
                  Locale.ROOT,
                  "backlog %,d (%s)",
                  report.backlog(),
                  Units.time((double) report.backlogNs()))));
    }
    if (report.failed() > 0) {
      parts.add(Part.next(4, String.format(Locale.ROOT, "%,d failed", report.failed())));
    }
    parts.add(
        Part.next(report.response() == null ? 1 : 6, "service " + tail(report, report.service())));
    return parts;
  }

  private static String tail(IntervalReport report, IntervalReport.Tail tail) {
    if (report.succeeded() == 0) {
      return "p50 - p99 - max -"; // nobody's latency is no latency of 0
    }
    return "p50 "
        + Units.time((double) tail.p50Ns())
        + " p99 "
        + Units.time((double) tail.p99Ns())
        + " max "
        + Units.time((double) tail.maxNs());
  }
}
