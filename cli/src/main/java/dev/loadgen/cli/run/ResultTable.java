package dev.loadgen.cli.run;

import dev.loadgen.driver.Outcome;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.Units;
import dev.loadgen.engine.result.Verdicts;
import dev.loadgen.engine.watch.SelfWatch;
import dev.loadgen.histograms.summary.CounterSummary;
import dev.loadgen.histograms.summary.ErrorSample;
import dev.loadgen.histograms.summary.EventSummary;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.ObjectiveSummary;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The result of a run, as it is printed at the end.
final class ResultTable {
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);
  private static final String ROW = "  %-15s%9s%9s%9s%9s%9s%9s%9s%n";

  private final PrintWriter out;
  private boolean dashes;
  private boolean scheduled;

  ResultTable(PrintWriter out) {
    this.out = out;
  }

  /// @param plan what was run, in one line
  void print(String plan, RunResult result) {
    RunSummary summary = result.summary();
    out.println("Run       " + plan);
    achieved(summary);
    out.println();
    if (summary.operations().size() > 1) {
      operation(summary.all());
    }
    summary.operations().forEach(this::operation);
    if (dashes) {
      out.printf("-         a percentile that so few operations do not tell%n%n");
    }
    scheduled = summary.all().response() != null;
    ledger("Ledger", summary.ledger());
    if (summary.warmupLedger() != null) {
      ledger("Warm-up", summary.warmupLedger());
    }
    for (ObjectiveSummary objective : summary.objectives()) {
      out.printf("Objective %s: %s%n", objective.objective(), Verdicts.text(objective));
    }
    for (ErrorSample error : summary.errors()) {
      out.printf(
          "Error     %s x %s%s%n",
          Units.count(error.count()),
          error.className(),
          error.message().isEmpty() ? "" : ", the first: " + error.message());
    }
    for (EventSummary event : summary.events()) {
      if (SelfWatch.owns(event.name())) {
        continue; // a sentence below tells them
      }
      out.printf(
          "Event     %s x %s, %s in all, %s at most%n",
          Units.count(event.count()),
          event.name(),
          Units.time(event.totalNs()),
          Units.time(event.maxNs()));
    }
    for (CounterSummary counter : summary.counters()) {
      if (SelfWatch.owns(counter.name())) {
        continue;
      }
      String value =
          counter.unit().equals("ns")
              ? Units.time((double) counter.value())
              : Units.count(counter.value()) + " " + counter.unit();
      out.printf("Counter   %s %s in all%n", counter.name(), value);
    }
    out.println();
    summary.findings().forEach(out::println);
    summary.problems().forEach(problem -> out.println("PROBLEM: " + problem));
    result.directory().ifPresent(directory -> out.println("Results in " + directory));
    out.flush();
  }

  private void achieved(RunSummary summary) {
    double perSecond = summary.all().achievedPerSecond();
    out.print("Achieved  " + Units.rate(perSecond));
    double offered = summary.offeredPerSecond();
    if (!Double.isNaN(offered)) {
      out.printf(" of %s (%.1f%%)", Units.rate(offered), 100 * perSecond / offered);
    }
    out.print(" within the window of " + Units.time((double) summary.windowNs()));
    long failed = summary.ledger().failed();
    if (failed > 0) {
      double share = 100.0 * failed / (failed + summary.ledger().succeeded());
      double well = perSecond * (1 - share / 100);
      out.printf("; %.1f%% of what completed failed, %s went well", share, Units.rate(well));
    }
    out.println();
  }

  private void operation(OperationSummary operation) {
    out.printf(
        "%s: %s succeeded, %s failed, %s censored, %s within the window%n",
        operation.name(),
        Units.count(operation.succeeded()),
        Units.count(operation.failed()),
        Units.count(operation.censored()),
        Units.rate(operation.achievedPerSecond()));
    if (!Set.of(Outcome.OK.name()).containsAll(operation.outcomes().keySet())) {
      out.println(
          "  "
              + operation.outcomes().entrySet().stream()
                  .map(outcome -> outcome.getKey() + " " + Units.count(outcome.getValue()))
                  .collect(Collectors.joining(", ")));
    }
    out.printf(ROW, "", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max");
    String mark = operation.censored() > 0 && operation.response() != null ? " *" : "";
    row("service" + mark, operation.service());
    row("response", operation.response());
    row(" backlog wait" + mark, operation.waiting());
    row(" lag" + mark, operation.lag());
    row("failed service", operation.failedService());
    row("failed response", operation.failedResponse());
    out.println();
  }

  private void row(String name, Figures figures) {
    if (figures == null) {
      return;
    }
    Object[] cells = new Object[PERCENTILES.size() + 3];
    cells[0] = name;
    cells[1] = Units.latency(figures.mean());
    for (int i = 0; i < PERCENTILES.size(); i++) {
      double percentile = PERCENTILES.get(i);
      boolean told = figures.count() * (100 - percentile) >= 99.999; // of which one is beyond it
      dashes |= !told && figures.count() > 0;
      cells[i + 2] = told ? Units.latency(figures.percentile(percentile)) : "-";
    }
    cells[cells.length - 1] = Units.latency(figures.max());
    out.printf(ROW, cells);
  }

  private void ledger(String name, Ledger ledger) {
    out.printf(
        "%-9s %s %s = succeeded %s + failed %s + in flight %s + never sent %s%s%n",
        name,
        scheduled ? "scheduled" : "begun",
        Units.count(ledger.scheduled()),
        Units.count(ledger.succeeded()),
        Units.count(ledger.failed()),
        Units.count(ledger.inFlight()),
        Units.count(ledger.neverSent()),
        ledger.cut() == 0 ? "" : " + cut " + Units.count(ledger.cut()));
  }
}
