package dev.loadgen.engine.result;

import dev.loadgen.engine.watch.SelfWatch;
import dev.loadgen.histograms.summary.CounterSummary;
import dev.loadgen.histograms.summary.EventSummary;
import dev.loadgen.histograms.summary.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What the generator's own process did while it measured, in a sentence: so that one sees what the
/// lag comes from.
public final class WatchFindings {
  private static final double LONG_NS = 20e6;
  private static final double LONG_SHARE = 0.5;
  private static final long LEAST_NS = 200_000_000; // CPU time is counted in steps of 10 ms

  private WatchFindings() {}

  /// The sentence; none if nothing was watched.
  ///
  /// @param hiccups null if they were not measured
  /// @param service the service times of the run
  /// @param elapsedNs from the start of the load to its end
  public static List<String> of(
      Figures hiccups,
      Figures service,
      List<EventSummary> events,
      List<CounterSummary> counters,
      long elapsedNs) {
    if (hiccups == null || hiccups.count() == 0) {
      return List.of();
    }
    Map<String, Long> sums =
        counters.stream().collect(Collectors.toMap(CounterSummary::name, CounterSummary::value));
    Map<String, EventSummary> pauses =
        events.stream().collect(Collectors.toMap(EventSummary::name, Function.identity()));
    List<String> parts = new ArrayList<>();
    if (sums.containsKey(SelfWatch.CPU) && elapsedNs > LEAST_NS) {
      parts.add(
          String.format(
              Locale.ROOT, "used %.2f CPUs", (double) sums.get(SelfWatch.CPU) / elapsedNs));
    }
    parts.add(gc(pauses.get(SelfWatch.GC_PAUSE)));
    addIfAny(parts, sums, SelfWatch.RUN_QUEUE, "its workers together waited %s for a CPU");
    addIfAny(parts, sums, SelfWatch.STEAL, "the hypervisor took %s of the CPUs");
    addIfAny(parts, sums, SelfWatch.THROTTLED, "its cgroup was throttled for %s");
    parts.add(
        String.format(
            Locale.ROOT,
            "an idle thread woke %s late at p99 and %s at most",
            Units.time(hiccups.percentile(99).value()),
            Units.time(hiccups.max().value())));
    List<String> findings = new ArrayList<>();
    double stillNs = hiccups.max().value();
    if (stillNs > LONG_NS && stillNs > LONG_SHARE * service.max().value()) {
      findings.add(
          "WARNING: the generator itself stood still for up to "
              + Units.time(stillNs)
              + ": service times and backlog waits of that length may be its own doing.");
    }
    findings.add("The generator " + String.join("; ", parts) + ".");
    return findings;
  }

  private static String gc(EventSummary pauses) {
    if (pauses == null || pauses.count() == 0) {
      return "never paused for GC";
    }
    return String.format(
        Locale.ROOT,
        "paused %s for GC, %s in all, %s at most",
        pauses.count() == 1 ? "once" : Units.count(pauses.count()) + " times",
        Units.time(pauses.totalNs()),
        Units.time(pauses.maxNs()));
  }

  private static void addIfAny(
      List<String> parts, Map<String, Long> sums, String name, String sentence) {
    long sum = sums.getOrDefault(name, 0L);
    if (sum > 0) {
      parts.add(String.format(Locale.ROOT, sentence, Units.time((double) sum)));
    }
  }
}
