package dev.loadgen.cli.run;

import dev.loadgen.engine.find.Limit;
import dev.loadgen.engine.find.Probe;
import dev.loadgen.engine.find.SearchPlan;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.Units;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// What a search found, as it is printed at the end.
final class SearchTable {
  private static final String ROW = "%11s%11s  %-9s%9s%9s%9s%10s%9s%9s%9s%10s%n";

  private final PrintWriter out;

  SearchTable(PrintWriter out) {
    this.out = out;
  }

  /// What is searched for, in one line.
  static String line(SearchPlan plan) {
    RunPlan run = plan.run();
    String line = PlanLine.of(run);
    String low = Units.rate(plan.range().low().perSecond()); // as that line begins
    return Units.rate(plan.range().low())
        + " to "
        + Units.rate(plan.range().high())
        + line.substring(low.length());
  }

  /// A verdict in a word.
  static String word(Probe probe) {
    return switch (probe.verdict()) {
      case HELD -> "held";
      case MISSED -> "MISSED";
      case GENERATOR -> "GENERATOR";
    };
  }

  /// @param plan what was searched for, in one line
  void print(String plan, Limit limit, Path directory) {
    out.println("Find      " + plan);
    List<Objective> objectives = limit.plan().run().objectives();
    for (Objective objective : objectives) {
      boolean added = objective.equals(SearchPlan.DEFAULT_ERRORS);
      out.println("Objective " + objective + (added ? " (unless --slo says otherwise)" : ""));
    }
    out.println();
    List<Probe> probes =
        limit.evidence().probes().stream()
            .sorted(
                Comparator.comparingDouble((Probe probe) -> probe.rate().perSecond())
                    .thenComparingInt(Probe::number))
            .toList();
    if (!probes.isEmpty()) {
      out.printf(ROW, "", "", "", "service", "", "", "response", "", "", "lag", "backlog");
      out.printf(
          ROW,
          "rate",
          "achieved",
          "",
          "p50",
          "p99",
          "p99.9",
          "p50",
          "p99",
          "p99.9",
          "p99",
          "grows");
      probes.forEach(this::row);
      out.println();
    }
    limit.sentences().forEach(out::println);
    if (!probes.isEmpty()) {
      out.println("Results in " + directory);
    }
    out.flush();
  }

  private void row(Probe probe) {
    out.printf(
        ROW,
        Units.rate(probe.rate()),
        Units.rate(probe.achievedPerSecond()),
        word(probe),
        Units.latency(probe.service().p50()),
        Units.latency(probe.service().p99()),
        Units.latency(probe.service().p999()),
        Units.latency(probe.response().p50()),
        Units.latency(probe.response().p99()),
        Units.latency(probe.response().p999()),
        Double.isNaN(probe.lagP99Ns()) ? "-" : Units.time(probe.lagP99Ns()),
        growth(probe));
  }

  private static String growth(Probe probe) {
    if (Double.isNaN(probe.backlogPerSecond())) {
      return "-";
    }
    return probe.backlogGrows()
        ? String.format(Locale.ROOT, "%,d/s", Math.round(probe.backlogPerSecond()))
        : "no";
  }
}
