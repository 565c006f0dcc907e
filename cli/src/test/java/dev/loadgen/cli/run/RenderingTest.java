package dev.loadgen.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.IntervalReport.Phase;
import dev.loadgen.engine.result.IntervalReport.Tail;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.result.Units;
import dev.loadgen.histograms.recording.ExactSum;
import dev.loadgen.histograms.summary.Bound;
import dev.loadgen.histograms.summary.CounterSummary;
import dev.loadgen.histograms.summary.ErrorSample;
import dev.loadgen.histograms.summary.EventSummary;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenderingTest {
  private static final long MS = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.00 µs",
    "12345, 12.3 µs",
    "99960, 100 µs",
    "999499, 999 µs",
    "999500, 1.00 ms",
    "9996000, 10.0 ms",
    "123456789, 123 ms",
    "999500000, 1.00 s",
    "45000000000, 45.0 s",
    "3600000000000, 3600 s",
  })
  void timesHaveThreeDigitsAndAUnit(double ns, String shown) {
    assertThat(Units.time(ns)).isEqualTo(shown);
  }

  @Test
  void aLowerBoundIsMarkedAndNothingIsADash() {
    assertThat(Units.latency(new Bound(4 * MS, true))).isEqualTo("≥4.00 ms");
    assertThat(Units.latency(new Bound(4 * MS, false))).isEqualTo("4.00 ms");
    assertThat(Units.latency(new Bound(Double.NaN, false))).isEqualTo("-");
  }

  @Test
  void ratesAreReadable() {
    assertThat(Units.rate(10_000)).isEqualTo("10,000/s");
    assertThat(Units.rate(999.6)).isEqualTo("1,000/s");
    assertThat(Units.rate(0.5)).isEqualTo("0.500/s");
    assertThat(Units.rate(0)).isEqualTo("0/s");
    assertThat(Units.rate(Rate.parse("2000/m"))).isEqualTo("33.3333/s");
    assertThat(Units.rate(Rate.parse("40000001/m"))).isEqualTo("666,667/s");
    assertThat(Units.rate(Rate.parse("100m/m"))).isEqualTo("1,666,667/s");
    assertThat(Units.rate(Rate.parse("1/h"))).isEqualTo("0.000277778/s");
    assertThat(Units.rate(Rate.parse("10k"))).isEqualTo("10,000/s");
    assertThat(Units.rate(Rate.parse("1234.125"))).isEqualTo("1,234.125/s");
  }

  private static Figures figures(long[] observed) {
    return figures(observed, new long[0]);
  }

  private static Figures figures(long[] observed, long[] censored) {
    Histogram values = new Histogram(3);
    ExactSum sum = new ExactSum();
    for (long value : observed) {
      values.recordValue(value);
      sum.add(value);
    }
    Histogram bounds = new Histogram(3);
    ExactSum boundSum = new ExactSum();
    for (long value : censored) {
      bounds.recordValue(value);
      boundSum.add(value);
    }
    return Figures.of(values, sum, bounds, boundSum);
  }

  private static long[] times(int count, long value) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return values;
  }

  private static RunSummary summary(OperationSummary operation, Ledger ledger) {
    return new RunSummary(
        RunSummary.SCHEMA,
        "completed",
        "0",
        0,
        1_000 * MS,
        1_000 * MS,
        Map.of("target_per_second", 4_000.0),
        Map.of(),
        ledger,
        null,
        null,
        operation,
        List.of(operation),
        null,
        List.of(new ErrorSample("java.io.IOException", "reset", 1_200, List.of())),
        List.of(new EventSummary("pause", 2, 300 * MS, 200 * MS, false)),
        List.of(new CounterSummary("sleep.meant", "ns", 4 * MS)),
        List.of("A finding."),
        List.of("A problem."),
        List.of());
  }

  private static List<String> printed(RunSummary summary) {
    StringWriter out = new StringWriter();
    new ResultTable(new PrintWriter(out))
        .print(
            "noop, 4,000/s, 1 thread",
            new RunResult(RunStatus.COMPLETED, summary, Optional.of(Path.of("results", "x"))));
    return out.toString().lines().toList();
  }

  @Test
  void aResultShowsServiceAndResponseSideBySideAndBoundsAsBounds() {
    OperationSummary read =
        new OperationSummary(
            "READ",
            2_001,
            2_000,
            0,
            2_000,
            new TreeMap<>(Map.of("OK", 1_990L, "NOT_FOUND", 10L)),
            2_000.0,
            figures(times(2_000, MS)),
            figures(times(2_000, 2 * MS), times(2_000, 600 * MS)),
            figures(times(2_000, MS)),
            figures(times(2_000, 0)),
            null,
            null);

    assertThat(printed(summary(read, new Ledger(4_000, 2_000, 0, 1, 1_999, 0))))
        .containsExactly(
            "Run       noop, 4,000/s, 1 thread",
            "Achieved  2,000/s of 4,000/s (50.0%) within the window of 1.00 s",
            "",
            "READ: 2,000 succeeded, 0 failed, 2,000 censored, 2,000/s within the window",
            "  NOT_FOUND 10, OK 1,990",
            "                      mean      p50      p90      p99    p99.9   p99.99      max",
            "  service *        1.00 ms  1.00 ms  1.00 ms  1.00 ms  1.00 ms        -  1.00 ms",
            "  response         ≥301 ms  2.00 ms  ≥600 ms  ≥600 ms  ≥600 ms        -  ≥600 ms",
            "   backlog wait *  1.00 ms  1.00 ms  1.00 ms  1.00 ms  1.00 ms        -  1.00 ms",
            "   lag *              0 ns     0 ns     0 ns     0 ns     0 ns        -     0 ns",
            "",
            "-         a percentile that so few operations do not tell",
            "",
            "Ledger    scheduled 4,000 = succeeded 2,000 + failed 0 + in flight 1 + never sent 1,999",
            "Error     1,200 x java.io.IOException, the first: reset",
            "Event     2 x pause, 300 ms in all, 200 ms at most",
            "Counter   sleep.meant 4.00 ms in all",
            "",
            "A finding.",
            "PROBLEM: A problem.",
            "Results in " + Path.of("results", "x"));
  }

  @Test
  void theOneOutcomeIsNamedUnlessItIsOk() {
    for (String outcome : List.of("OK", "TIMEOUT")) {
      boolean well = outcome.equals("OK");
      OperationSummary read =
          new OperationSummary(
              "READ",
              10,
              well ? 10 : 0,
              well ? 0 : 10,
              0,
              Map.of(outcome, 10L),
              10,
              figures(times(well ? 10 : 0, MS)),
              null,
              null,
              null,
              well ? null : figures(times(10, MS)),
              null);
      Ledger ledger = new Ledger(10, well ? 10 : 0, well ? 0 : 10, 0, 0, 0);
      List<String> lines = printed(summary(read, ledger));
      assertThat(lines.contains("  " + outcome + " 10")).isEqualTo(!well);
      assertThat(lines.get(1))
          .isEqualTo(
              "Achieved  10.0/s within the window of 1.00 s"
                  + (well ? "" : "; 100.0% of what completed failed, 0/s went well"));
    }
  }

  @Test
  void withoutATargetThereIsNoResponse() {
    OperationSummary read =
        new OperationSummary(
            "READ",
            1,
            1,
            0,
            0,
            Map.of("OK", 1L),
            1.0,
            figures(new long[] {MS}),
            null,
            null,
            null,
            null,
            null);

    assertThat(printed(summary(read, new Ledger(1, 1, 0, 0, 0, 0))))
        .anyMatch(line -> line.startsWith("  service"))
        .noneMatch(line -> line.contains("response") || line.contains("lag"));
  }

  private static IntervalReport report(double target, Tail response, long backlog) {
    return new IntervalReport(
        0,
        1_000 * MS,
        Phase.WINDOW,
        0.25,
        target,
        1_000,
        900,
        900,
        0,
        backlog,
        1_500 * MS,
        1,
        new Tail(MS, 20 * MS, 200 * MS),
        response);
  }

  @Test
  void theLiveLineShowsRatesLatenciesAndBacklog() {
    assertThat(wide(report(1_000, new Tail(2 * MS, 300 * MS, 900 * MS), 1_234)))
        .isEqualTo(
            "   1.0s window  25% | 900/s of 1,000/s | backlog 1,234 (1.50 s)"
                + " | response p50 2.00 ms p99 300 ms max 900 ms"
                + " | service p50 1.00 ms p99 20.0 ms max 200 ms");
    assertThat(wide(report(Double.NaN, null, 0)))
        .isEqualTo("   1.0s window  25% | 900/s | service p50 1.00 ms p99 20.0 ms max 200 ms");
  }

  private static String wide(IntervalReport report) {
    return Progress.line(report, Integer.MAX_VALUE);
  }

  @Test
  void aNarrowTerminalGetsFewerFiguresButWholeOnes() {
    IntervalReport report = report(1_000, new Tail(2 * MS, 300 * MS, 900 * MS), 1_234);
    assertThat(Progress.line(report, 110))
        .isEqualTo(
            "   1.0s window  25% | 900/s of 1,000/s | backlog 1,234 (1.50 s)"
                + " | response p50 2.00 ms p99 300 ms max 900 ms");
    assertThat(Progress.line(report, 100))
        .isEqualTo(
            "   1.0s window  25% | 900/s | backlog 1,234 (1.50 s)"
                + " | response p50 2.00 ms p99 300 ms max 900 ms");
    assertThat(Progress.line(report, 79))
        .isEqualTo("   1.0s window  25% | 900/s | backlog 1,234 (1.50 s) | response p99 300 ms");
    assertThat(Progress.line(report, 70))
        .isEqualTo("   1.0s window  25% | backlog 1,234 (1.50 s) | response p99 300 ms");
    assertThat(Progress.line(report, 50)).isEqualTo("   1.0s window  25% | backlog 1,234 (1.50 s)");
    assertThat(Progress.line(report, 40)).isEqualTo("   1.0s window  25%");
    assertThat(Progress.line(report, 10)).isEmpty();
  }

  @Test
  void theDrainHasNoRateToKeep() {
    Tail tail = new Tail(MS, MS, MS);
    IntervalReport report =
        new IntervalReport(
            0, 1_000 * MS, Phase.DRAIN, 1, 1_000, 0, 500, 500, 0, 0, 0, 0, tail, tail);
    assertThat(wide(report)).startsWith("   1.0s drain  100% | 500/s | response");
  }

  @Test
  void theLiveLineHasNoLatencyWhereNothingSucceeded() {
    Tail none = new Tail(0, 0, 0);
    IntervalReport report =
        new IntervalReport(
            0, 1_000 * MS, Phase.WINDOW, 0.5, 10, 10, 1, 0, 0, 9, 500 * MS, 1, none, none);

    assertThat(wide(report))
        .isEqualTo(
            "   1.0s window  50% | 0/s of 10.0/s | backlog 9 (500 ms) | 1 in flight"
                + " | response p50 - p99 - max - | service p50 - p99 - max -");
  }

  private static String shown(boolean terminal, boolean quiet) {
    StringWriter err = new StringWriter();
    Progress progress =
        new Progress(new PrintWriter(err), terminal ? () -> 80 : null, quiet, () -> {});
    progress.interval(report(Double.NaN, null, 0));
    progress.interval(report(Double.NaN, null, 0));
    progress.problem("the disk is full");
    progress.end();
    return err.toString();
  }

  @Test
  void aTerminalHasOneLineThatIsWrittenOverAndOthersALinePerInterval() {
    String problem = "loadgen: the disk is full" + System.lineSeparator();
    assertThat(shown(true, false))
        .startsWith("\r\u001b[K   1.0s")
        .endsWith("max 200 ms\r\u001b[K" + problem);
    assertThat(shown(false, false)).doesNotContain("\u001b").hasLineCount(3);
    assertThat(shown(true, true)).isEqualTo(problem);
  }
}
