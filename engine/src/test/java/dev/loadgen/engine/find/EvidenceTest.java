package dev.loadgen.engine.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.engine.find.Probe.Tail;
import dev.loadgen.engine.find.Probe.Verdict;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.Bound;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The search without runs: what a probe says is made up.
class EvidenceTest {
  private static final Objective OBJECTIVE = Objective.parse("response.p99 < 20ms");

  private static SearchPlan plan(String range, double precision, int repeats) {
    return new SearchPlan(
        RunPlan.builder()
            .target(Rate.parse("1"))
            .duration(Duration.ofMinutes(10))
            .objective(OBJECTIVE)
            .build(),
        RateRange.parse(range),
        precision,
        repeats,
        Optional.empty());
  }

  private static Probe probe(int number, Rate rate, boolean held) {
    Bound bound = new Bound(1.5e6, !held);
    Tail tail = new Tail(bound, bound, new Bound(Double.NaN, false));
    return new Probe(
        number,
        rate,
        -7,
        held ? Verdict.HELD : Verdict.MISSED,
        rate.perSecond(),
        rate.perSecond() / 3,
        0.001,
        3,
        tail,
        tail,
        12.5,
        Double.NaN,
        !held,
        List.of(held ? 19e6 : Double.POSITIVE_INFINITY, 0.0),
        "probe, \"first\"",
        held ? "" : "it \"missed\", by far");
  }

  private static Evidence search(SearchPlan plan, Predicate<Rate> holds) {
    Evidence evidence = new Evidence(plan);
    for (Optional<Rate> rate = evidence.next(); rate.isPresent(); rate = evidence.next()) {
      int number = evidence.probes().size() + 1;
      assertThat(number).isLessThan(200);
      evidence.add(probe(number, rate.get(), holds.test(rate.get())));
    }
    return evidence;
  }

  @ParameterizedTest
  @CsvSource({
    "1k..50k, 0.02, 7321",
    "1k..50k, 0.02, 1001",
    "1k..50k, 0.02, 49900",
    "1k..50k, 0.001, 12345.6",
    "0.5..8, 0.01, 3.3333",
    "100..101, 0.002, 100.5",
    "10..1m, 0.02, 765432",
  })
  void theLimitIsBracketedByThePrecision(String range, double precision, double limit) {
    Evidence evidence = search(plan(range, precision, 3), rate -> rate.perSecond() <= limit);

    double held = evidence.highestHeld().orElseThrow().perSecond();
    double missed = evidence.lowestMissed().orElseThrow().perSecond();
    assertThat(held).isLessThanOrEqualTo(limit);
    assertThat(missed).isGreaterThan(limit).isLessThanOrEqualTo(held * (1 + precision));
    assertThat(evidence.at(evidence.highestHeld().get())).hasSize(3);
    assertThat(evidence.at(evidence.lowestMissed().get())).hasSize(2); // the third decides nothing
    assertThat(evidence.probes().size()).isLessThan(35);
  }

  @Test
  void theSystemIsNeverLoadedWithMoreThanTwiceWhatItHolds() {
    Evidence evidence = search(plan("1k..1m", 0.02, 3), rate -> rate.perSecond() <= 7_000);
    assertThat(evidence.probes()).allMatch(probe -> probe.rate().perSecond() <= 8_000);
  }

  @Test
  void ratesAreRound() {
    Evidence evidence = search(plan("1k..50k", 0.02, 1), rate -> rate.perSecond() <= 7_321);
    assertThat(evidence.probes())
        .extracting(probe -> probe.rate().toString())
        .containsExactly(
            "1000/s", "2000/s", "4000/s", "8000/s", "5700/s", "6800/s", "7400/s", "7090/s",
            "7240/s", "7320/s");
  }

  @Test
  void whereEvenTheLowestMissesThatIsConfirmed() {
    Evidence evidence = search(plan("1k..50k", 0.02, 3), rate -> false);
    assertThat(evidence.highestHeld()).isEmpty();
    assertThat(evidence.probes()).hasSize(2).allMatch(probe -> probe.rate().perSecond() == 1_000);
  }

  @Test
  void whereEvenTheHighestHoldsThatIsConfirmed() {
    Evidence evidence = search(plan("1k..3k", 0.02, 3), rate -> true);
    assertThat(evidence.lowestMissed()).isEmpty();
    assertThat(evidence.highestHeld()).contains(Rate.parse("3k"));
    assertThat(evidence.probes())
        .extracting(probe -> probe.rate().toString())
        .containsExactly("1000/s", "2000/s", "3000/s", "3000/s", "3000/s");
  }

  /// One run in seven says the opposite of what is so.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void runsThatMisleadAreOverruledByMore(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Evidence evidence =
        search(
            plan("1k..50k", 0.02, 7),
            rate -> (rate.perSecond() <= 7_321) != (random.nextInt(7) == 0));
    assertThat(evidence.highestHeld().orElseThrow().perSecond()).isBetween(7_000.0, 7_700.0);
  }

  @Test
  void aSearchThatWasBrokenOffGoesOnWhereItWas() throws IOException {
    SearchPlan plan = plan("1k..50k", 0.02, 3);
    Predicate<Rate> holds = rate -> rate.perSecond() <= 7_321;
    List<Probe> all = search(plan, holds).probes();
    ProbeTable table = new ProbeTable(plan.run().objectives(), plan.range());
    for (int n = 0; n <= all.size(); n++) {
      Evidence evidence = new Evidence(plan);
      table.probes(table.text(all.subList(0, n))).forEach(evidence::add);
      assertThat(evidence.probes()).isEqualTo(all.subList(0, n));
      assertThat(evidence.next())
          .isEqualTo(n == all.size() ? Optional.empty() : Optional.of(all.get(n).rate()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b\n1\n", "number,rate_per_s\n1,2\n", "number\nx\n"})
  void aTableThatIsNoneIsRefused(String text) {
    ProbeTable table = new ProbeTable(List.of(OBJECTIVE), RateRange.parse("1..2"));
    assertThatThrownBy(() -> table.probes(text))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("line 2 ");
  }

  @ParameterizedTest
  @CsvSource({
    "1k, 'expected a low rate and a higher one, as in 1k..50k'",
    "1k..2k..3k, 'expected a low rate and a higher one, as in 1k..50k'",
    "5k..1k, 'expected a low rate and a higher one, as in 1k..50k'",
    "1k..1k, 'expected a low rate and a higher one, as in 1k..50k'",
    "0..1k, '''0'': a rate must be more than 0; a range is 1k..50k'",
    "1k..fast, '''fast'': expected a rate, as in 10000, 10k, 500/s, 30/m; a range is 1k..50k'",
  })
  void aRangeThatIsNoneIsRefused(String text, String sentence) {
    assertThatThrownBy(() -> RateRange.parse(text))
        .isInstanceOf(PlanException.class)
        .hasMessage(sentence);
  }

  @Test
  void whatCannotBeFoundIsRefused() {
    RunPlan.Builder run = RunPlan.builder().target(Rate.parse("1")).duration(Duration.ofSeconds(9));
    RateRange range = RateRange.parse("100..1k");
    assertThatThrownBy(() -> new SearchPlan(run.build(), range, 0.02, 3, Optional.empty()))
        .hasMessageStartingWith("find needs an objective: --slo");
    run.objective(Objective.parse("response.p99.9 < 1s"));
    assertThatThrownBy(() -> new SearchPlan(run.build(), range, 0.02, 3, Optional.empty()))
        .hasMessageStartingWith(
            "--slo 'response.p99.9 < 1s': takes 1000 operations to tell, and at 100/s a window has"
                + " 900");
    run.duration(Duration.ofSeconds(10));
    assertThatThrownBy(() -> new SearchPlan(run.build(), range, 0.9, 3, Optional.empty()))
        .hasMessage("--precision 90%: expected 0.1% to 50%");
    assertThatThrownBy(() -> new SearchPlan(run.build(), range, 0.02, 0, Optional.empty()))
        .hasMessage("--repeats 0: expected 1 to 100");
    assertThatThrownBy(
            () -> new SearchPlan(run.build(), range, 0.02, 3, Optional.of(Duration.ofMillis(9))))
        .hasMessage("--budget 9ms: expected 1s or more");
  }

  @Test
  void whereNoBacklogGrowsHigherRatesShowFromWhereItDoes() {
    SearchPlan plan = plan("1k..50k", 0.02, 1);
    Evidence evidence = new Evidence(plan);
    for (Optional<Rate> rate = evidence.next(); rate.isPresent(); rate = evidence.next()) {
      double perSecond = rate.get().perSecond();
      Probe probe = probe(evidence.probes().size() + 1, rate.get(), perSecond <= 7_321);
      evidence.add(perSecond < 20_000 ? stable(probe) : probe);
    }
    assertThat(evidence.highestStable().orElseThrow().perSecond()).isBetween(10_000.0, 20_000.0);
    assertThat(evidence.lowestUnstable().orElseThrow().perSecond()).isBetween(20_000.0, 30_000.0);
    assertThat(evidence.highestHeld()).contains(Rate.parse("7320"));
    assertThat(evidence.probes()).hasSizeLessThan(20);
  }

  private static Probe stable(Probe probe) {
    return new Probe(
        probe.number(),
        probe.rate(),
        probe.seed(),
        probe.verdict(),
        probe.offeredPerSecond(),
        probe.achievedPerSecond(),
        probe.errors(),
        probe.censored(),
        probe.service(),
        probe.response(),
        probe.lagP99Ns(),
        0,
        false,
        probe.figures(),
        probe.directory(),
        probe.reason());
  }

  @Test
  void whoNamesNoObjectiveOfErrorsGetsOne() {
    assertThat(plan("1k..2k", 0.02, 3).run().objectives())
        .containsExactly(OBJECTIVE, SearchPlan.DEFAULT_ERRORS);
  }
}
