package dev.loadgen.engine.find;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.engine.find.Probe.Verdict;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.Verdicts;
import dev.loadgen.histograms.recording.ExactSum;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whom a miss is blamed on, from series that are made up: 1000 operations, of which 980 are good,
/// and 20 all have the same.
class ProbeVerdictTest {
  private static final long MS = 1_000_000;

  private static Figures figures(long most, long rest) {
    return figures(most, rest, 0);
  }

  private static Figures figures(long most, long rest, long censoredNs) {
    Histogram series = new Histogram(3);
    ExactSum sum = new ExactSum();
    for (int i = 0; i < 1000; i++) {
      long ns = i < 980 ? most : rest;
      series.recordValue(ns);
      sum.add(ns);
    }
    Histogram bounds = new Histogram(3);
    ExactSum boundSum = new ExactSum();
    for (int i = 0; i < 100 && censoredNs > 0; i++) {
      bounds.recordValue(censoredNs);
      boundSum.add(censoredNs);
    }
    return Figures.of(series, sum, bounds, boundSum);
  }

  private static ProbeVerdict verdict(
      String objective, OperationSummary all, Figures hiccup, boolean grows) {
    RunPlan plan =
        RunPlan.builder().target(Rate.parse("1000")).objective(Objective.parse(objective)).build();
    long second = 1_000 * MS;
    RunSummary summary =
        new RunSummary(
            RunSummary.SCHEMA,
            "completed",
            "",
            0,
            second,
            second,
            Map.of(),
            Map.of(),
            new Ledger(1000 + all.censored(), 1000, 0, all.censored(), 0, 0),
            null,
            null,
            all,
            List.of(),
            hiccup,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Verdicts.of(plan.objectives(), all, List.of(), second));
    return ProbeVerdict.of(plan, summary, grows);
  }

  /// @param censored how long what never completed had waited, ns; 0 if there is nothing
  private static OperationSummary all(long service, long waiting, long lag, long censored) {
    return new OperationSummary(
        "ALL",
        1000,
        1000,
        0,
        censored > 0 ? 100 : 0,
        Map.of(),
        1000,
        figures(MS, service),
        figures(MS, service + waiting + lag, censored),
        figures(0, waiting),
        figures(0, lag),
        null,
        null);
  }

  // The limit is 20 ms, of response.p99; all are ms.
  @ParameterizedTest
  @CsvSource({
    // Nothing else was slow.
    "1, 0, 30, 0, GENERATOR",
    // The system would have missed by itself.
    "25, 0, 5, 0, MISSED",
    "1, 25, 26, 0, MISSED",
    "15, 10, 5, 0, MISSED",
    "1, 5, 18, 0, GENERATOR",
    // The process stood still, within a driver's call: all of it looks like service.
    "30, 0, 0, 29, GENERATOR",
    "1, 29, 0, 29, GENERATOR",
    // Not for so long that it would have held without; or not for the larger part of it.
    "60, 0, 0, 31, MISSED",
    "21, 0, 0, 5, MISSED",
    "30, 0, 0, 0, MISSED",
  })
  void whatTheGeneratorDidItselfIsNotBlamedOnTheSystem(
      long service, long waiting, long lag, long hiccup, Verdict verdict) {
    ProbeVerdict judged =
        verdict(
            "response.p99 < 20ms",
            all(service * MS, waiting * MS, lag * MS, 0),
            figures(0, hiccup * MS),
            false);
    assertThat(judged.verdict()).isEqualTo(verdict);
    if (hiccup == 29) {
      assertThat(judged.reason())
          .contains(
              "the generator itself stood still: an idle thread of it woke 29.0 ms late (p99)");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "service.p99 < 20ms, GENERATOR", "wait.p99 < 20ms, GENERATOR",
    "service.mean < 1.2ms, MISSED", "service.max < 20ms, GENERATOR"
  })
  void aStallIsInServiceAndWaitingToo(String objective, Verdict verdict) {
    OperationSummary all = all(30 * MS, 30 * MS, 0, 0);
    assertThat(verdict(objective, all, figures(0, 29 * MS), false).verdict()).isEqualTo(verdict);
    assertThat(verdict(objective, all, null, false).verdict()).isEqualTo(Verdict.MISSED);
  }

  @Test
  void aSystemThatHangsIsNotExcusedByALittleLagOfWhatItAnswered() {
    OperationSummary hung = all(MS, 0, MS, 5_000 * MS);
    assertThat(verdict("response.p50 < 20ms", hung, null, true).verdict())
        .isEqualTo(Verdict.MISSED);
    assertThat(verdict("response.p99 < 20ms", hung, null, false).verdict())
        .isEqualTo(Verdict.MISSED);
    OperationSummary late = all(MS, 0, 9_000 * MS, 5_000 * MS);
    assertThat(verdict("response.p50 < 20ms", late, null, true).verdict())
        .isEqualTo(Verdict.GENERATOR);
    assertThat(verdict("response.p99 < 20ms", late, null, false).verdict())
        .isEqualTo(Verdict.GENERATOR);
  }
}
