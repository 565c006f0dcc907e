package dev.loadgen.cli.run;

import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.Units;
import java.io.PrintWriter;
import java.util.Locale;

/// What is shown while a run goes on, on stderr: on a terminal one line that is written over, else
/// a line for each interval.
final class Progress implements RunListener {
  private static final String CLEAR = "\r\u001b[K";

  // A line that is longer than the terminal is wide must be cut off, not wrapped: a wrapped line
  // cannot be written over.
  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";

  private final PrintWriter err;
  private final boolean terminal;
  private final boolean quiet;
  private boolean open;

  Progress(PrintWriter err, boolean terminal, boolean quiet) {
    this.err = err;
    this.terminal = terminal;
    this.quiet = quiet;
  }

  @Override
  public void interval(IntervalReport report) {
    if (quiet) {
      return;
    }
    if (terminal) {
      err.print(CLEAR + NO_WRAP + line(report) + WRAP);
      open = true;
    } else {
      err.println(line(report));
    }
    err.flush();
  }

  @Override
  public void notice(String sentence) {
    if (!quiet) {
      problem(sentence);
    }
  }

  @Override
  public void problem(String sentence) {
    end();
    err.println("loadgen: " + sentence);
    err.flush();
  }

  /// Ends the line that is written over.
  void end() {
    if (open) {
      err.print(CLEAR);
      err.flush();
      open = false;
    }
  }

  static String line(IntervalReport report) {
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "%7.1fs %-6s %3.0f%% %s",
            report.endNs() / 1e9,
            report.phase().name().toLowerCase(Locale.ROOT),
            100 * report.progress(),
            Units.rate(report.achievedPerSecond())));
    if (!Double.isNaN(report.targetPerSecond())) {
      line.append(" of ").append(Units.rate(report.targetPerSecond()));
    }
    line.append(" | service ").append(tail(report, report.service()));
    if (report.response() != null) {
      line.append(" | response ").append(tail(report, report.response()));
    }
    if (report.backlog() > 0) {
      line.append(
          String.format(
              Locale.ROOT,
              " | backlog %,d (%s)",
              report.backlog(),
              Units.time((double) report.backlogNs())));
    }
    if (report.failed() > 0) {
      line.append(String.format(Locale.ROOT, " | %,d failed", report.failed()));
    }
    return line.toString();
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
