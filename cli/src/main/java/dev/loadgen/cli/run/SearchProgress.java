package dev.loadgen.cli.run;

import dev.loadgen.engine.find.Probe;
import dev.loadgen.engine.find.SearchListener;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.Units;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// What is shown while a search goes on, on stderr: a line for each probe, and on a terminal what
/// its run does meanwhile. What each run would say again is said once.
final class SearchProgress implements SearchListener {
  private final Progress progress;
  private final Printer err;
  private final boolean quiet;
  private final Set<String> said = new HashSet<>();

  SearchProgress(Progress progress, PrintWriter err, boolean quiet) {
    this.progress = progress;
    this.err = new Printer(err);
    this.quiet = quiet;
  }

  @Override
  public void probing(int number, Rate rate) {
    print(String.format(Locale.ROOT, "Probe %d: %s …", number, Units.rate(rate)));
  }

  @Override
  public void probed(Probe probe) {
    progress.end();
    print(
        String.format(
            Locale.ROOT,
            "Probe %d: %s %s, response p99 %s%s",
            probe.number(),
            Units.rate(probe.rate()),
            SearchTable.word(probe),
            Units.latency(probe.response().p99()),
            probe.held() ? "" : "; " + probe.reason()));
  }

  private void print(String line) {
    if (!quiet) {
      err.print(line + System.lineSeparator());
      err.flush();
    }
  }

  @Override
  public void interval(IntervalReport report) {
    if (progress.onTerminal()) {
      progress.interval(report);
    }
  }

  @Override
  public synchronized void notice(String sentence) {
    if (said.add(sentence)) {
      progress.notice(sentence);
    }
  }

  @Override
  public void problem(String sentence) {
    progress.problem(sentence);
  }

  /// Waits until all is printed.
  void end() {
    progress.end();
    err.flush();
  }
}
