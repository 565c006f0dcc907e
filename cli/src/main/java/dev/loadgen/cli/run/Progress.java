package dev.loadgen.cli.run;

import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.IntervalReport.Phase;
import dev.loadgen.engine.result.Units;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.IntSupplier;

/// What is shown while a run goes on, on stderr: on a terminal one line that is written over, else
/// a line for each interval. By the run's thread, and whichever hears of a signal.
final class Progress implements RunListener {
  private static final String CLEAR = "\r\u001b[K";
  private static final String SEPARATOR = " | ";

  private final Printer err;
  private final IntSupplier columns;
  private final boolean quiet;
  private final Runnable begun;
  private boolean open;

  /// @param columns how wide the terminal is; null if there is none
  /// @param begun is told when the load begins
  Progress(PrintWriter err, IntSupplier columns, boolean quiet, Runnable begun) {
    this.err = new Printer(err);
    this.columns = columns;
    this.quiet = quiet;
    this.begun = begun;
  }

  @Override
  public void starting() {
    begun.run();
  }

  /// Whether there is a line that is written over.
  boolean onTerminal() {
    return columns != null;
  }

  @Override
  public synchronized void interval(IntervalReport report) {
    boolean idle = report.succeeded() + report.failed() + report.backlog() == 0;
    if (quiet || (idle && report.phase() == Phase.DRAIN)) {
      return;
    }
    if (columns != null) {
      // A line as wide as the terminal would be wrapped, and a wrapped one cannot be written over.
      open |= err.print(CLEAR + line(report, columns.getAsInt() - 1));
    } else {
      err.print(line(report, Integer.MAX_VALUE) + System.lineSeparator());
    }
  }

  @Override
  public synchronized void notice(String sentence) {
    if (!quiet) {
      problem(sentence);
    }
  }

  @Override
  public synchronized void problem(String sentence) {
    err.print((open ? CLEAR : "") + "loadgen: " + sentence + System.lineSeparator());
    open = false;
  }

  /// Ends the line that is written over, and waits until all is printed.
  synchronized void end() {
    if (open) {
      err.print(CLEAR);
      open = false;
    }
    err.flush();
  }

  /// How much a line tells, from all to the least.
  private enum Detail {
    ALL,
    WITHOUT_SERVICE,
    WITHOUT_TARGET,
    TAIL_ALONE, // the p99 of the response time
    WITHOUT_RATE,
    TROUBLE_ALONE, // backlog and failures
    PROGRESS_ALONE;

    boolean tells(Detail least) {
      return compareTo(least) <= 0;
    }
  }

  /// One interval in one line: as much of it as fits, no figure ever cut.
  static String line(IntervalReport report, int width) {
    for (Detail detail : Detail.values()) {
      String line = line(report, detail);
      if (line.length() <= width) {
        return line;
      }
    }
    return "";
  }

  private static String line(IntervalReport report, Detail detail) {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%6.1fs %-6s %3.0f%%",
                report.endNs() / 1e9,
                report.phase().name().toLowerCase(Locale.ROOT),
                100 * report.progress()));
    if (detail.tells(Detail.TAIL_ALONE)) {
      line.append(SEPARATOR).append(Units.rate(report.achievedPerSecond()));
      // After the window there is no rate to keep.
      boolean kept = !Double.isNaN(report.targetPerSecond()) && report.phase() != Phase.DRAIN;
      if (kept && detail.tells(Detail.WITHOUT_SERVICE)) {
        line.append(" of ").append(Units.rate(report.targetPerSecond()));
      }
    }
    if (report.backlog() > 0 && detail.tells(Detail.TROUBLE_ALONE)) {
      line.append(SEPARATOR).append("backlog ").append(Units.count(report.backlog()));
      if (report.backlogNs() > 0) {
        line.append(" (").append(Units.time((double) report.backlogNs())).append(')');
      }
    }
    boolean silent = report.succeeded() + report.failed() == 0 && report.inFlight() > 0;
    if (silent && detail.tells(Detail.TROUBLE_ALONE)) {
      line.append(SEPARATOR).append(Units.count(report.inFlight())).append(" in flight");
      if (report.backlog() == 0 && report.backlogNs() > 0) {
        line.append(" (").append(Units.time((double) report.backlogNs())).append(')');
      }
    }
    if (report.failed() > 0 && detail.tells(Detail.TROUBLE_ALONE)) {
      line.append(SEPARATOR).append(Units.count(report.failed())).append(" failed");
    }
    boolean corrected = report.response() != null;
    if (detail.tells(Detail.WITHOUT_RATE)) {
      IntervalReport.Tail tail = corrected ? report.response() : report.service();
      line.append(SEPARATOR).append(corrected ? "response " : "service ");
      line.append(
          detail.tells(Detail.WITHOUT_TARGET)
              ? tail(report, tail)
              : "p99 " + time(report, tail.p99Ns()));
    }
    if (corrected && detail.tells(Detail.ALL)) {
      line.append(SEPARATOR).append("service ").append(tail(report, report.service()));
    }
    return line.toString();
  }

  private static String tail(IntervalReport report, IntervalReport.Tail tail) {
    return "p50 "
        + time(report, tail.p50Ns())
        + " p99 "
        + time(report, tail.p99Ns())
        + " max "
        + time(report, tail.maxNs());
  }

  /// Nobody's latency is no latency of 0.
  private static String time(IntervalReport report, long ns) {
    return report.succeeded() == 0 ? "-" : Units.time((double) ns);
  }
}
