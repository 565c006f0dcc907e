package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.engine.find.Limit;
import dev.loadgen.engine.find.Limit.Ending;
import dev.loadgen.engine.find.LimitSearch;
import dev.loadgen.engine.find.Probe;
import dev.loadgen.engine.find.Probe.Verdict;
import dev.loadgen.engine.find.RateRange;
import dev.loadgen.engine.find.SearchListener;
import dev.loadgen.engine.find.SearchPlan;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.mockdb.MockDbProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Searches with runs on the virtual clock.
class LimitSearchTest {
  private static final long MS = 1_000_000;
  private static final int SESSIONS = 10;
  private static final double SERVICE_S = 0.005;

  @TempDir Path directory;

  private final VirtualClock clock = new VirtualClock(0, 0);

  // M/M/10: ten sessions that share one Poisson schedule, with exponential service times.

  private double found(long seed, Duration window, Duration warmup) throws Exception {
    RunPlan run =
        RunPlan.builder()
            .target(Rate.parse("1"))
            .arrivals(Arrivals.parse("poisson"))
            .schedule(ScheduleMode.SHARED)
            .threads(SESSIONS)
            .duration(window)
            .warmup(warmup)
            .seed(seed)
            .objective(Objective.parse("response.p99 < 60ms"))
            .property("mockdb.mode", "exponential")
            .property("mockdb.mean", "5ms")
            .build();
    SearchPlan plan = new SearchPlan(run, RateRange.parse("1k..5k"), 0.02, 3, Optional.empty());
    DriverProvider driver = new MockDbProvider(new VirtualMachine(clock));
    Limit limit = LimitSearch.on(clock, LoadGenerator.on(clock, driver), plan, none()).run();
    assertThat(limit.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(limit.outcome()).isEqualTo("found");
    // From the capacity on the backlog grows without end: 10 ÷ 5 ms.
    assertThat(limit.evidence().lowestUnstable().orElseThrow().perSecond())
        .isBetween(1_900.0, 2_500.0);
    return limit.rate().orElseThrow().perSecond();
  }

  private static Optional<Path> none() {
    return Optional.empty();
  }

  /// P(response > t) in M/M/c, first come, first served: an arrival waits with the probability of
  /// Erlang's C formula, then for an exponential time of rate cμ − λ, and is then served.
  private static double beyond(double t, double lambda, double mu, int c) {
    double load = lambda / mu;
    double term = 1;
    double sum = 1;
    for (int k = 1; k < c; k++) {
      term *= load / k;
      sum += term;
    }
    double last = term * load / c / (1 - load / c);
    double waits = last / (sum + last);
    double theta = c * mu - lambda;
    return (1 - waits) * Math.exp(-mu * t)
        + waits * (theta * Math.exp(-mu * t) - mu * Math.exp(-theta * t)) / (theta - mu);
  }

  private static double exact() {
    double low = 1;
    double high = SESSIONS / SERVICE_S - 1e-9;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (beyond(0.060, middle, 1 / SERVICE_S, SESSIONS) < 0.01) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Test
  void theRateThatQueueingTheoryGivesIsFound() throws Exception {
    double exact = exact();
    assertThat(beyond(0, 1_500, 200, 10)).isCloseTo(1, within(1e-12));
    assertThat(exact).isBetween(1_800.0, 2_000.0);
    assertThat(found(1, Duration.ofSeconds(10), Duration.ofSeconds(2)))
        .isCloseTo(exact, within(0.05 * exact));
  }

  /// The long form: `-Dloadgen.long=true`.
  @Test
  @EnabledIfSystemProperty(named = "loadgen.long", matches = "true")
  void theRateThatQueueingTheoryGivesIsFoundInNineOfTenSearches() throws Exception {
    double exact = exact();
    List<Double> errors = new ArrayList<>();
    for (long seed : LongStream.rangeClosed(1, 10).toArray()) {
      double found = found(seed, Duration.ofSeconds(20), Duration.ofSeconds(5));
      errors.add(found / exact - 1);
    }
    System.out.println("exact " + exact + ", relative errors " + errors);
    assertThat(errors.stream().filter(error -> Math.abs(error) <= 0.05).count())
        .as("relative errors %s of %s/s", errors, exact)
        .isGreaterThanOrEqualTo(9);
  }

  // A server of one session that takes 5 ms: 200/s, and from there on the backlog grows.

  private static SearchPlan plan(String range, String... objectives) {
    RunPlan.Builder run =
        RunPlan.builder()
            .target(Rate.parse("1"))
            .schedule(ScheduleMode.SHARED)
            .duration(Duration.ofSeconds(2))
            .drain(Duration.ofSeconds(1));
    for (String objective : objectives) {
      run.objective(Objective.parse(objective));
    }
    return new SearchPlan(run.build(), RateRange.parse(range), 0.02, 3, Optional.empty());
  }

  private LimitSearch search(SearchPlan plan, DriverProvider driver, Optional<Path> home) {
    return LimitSearch.on(clock, LoadGenerator.on(clock, driver), plan, home);
  }

  private SimulatedDriver server() {
    return new SimulatedDriver(clock, k -> 5 * MS);
  }

  @Test
  void whatIsFoundIsSaidAndLeftBehind() throws Exception {
    Limit limit =
        search(plan("50..2k", "response.p99 < 20ms"), server(), Optional.of(directory)).run();

    assertThat(limit.rate().orElseThrow().perSecond()).isBetween(196.0, 202.0);
    assertThat(limit.sentences())
        .anyMatch(s -> s.matches("The highest rate that holds is .* it did in 3 of 3 runs.*"))
        .anyMatch(s -> s.contains("missed in 2 of 2 runs, so the limit is known to within "))
        .anyMatch(s -> s.contains("1 thread at a mean service time of 5.00 ms send at most 200/s"))
        .anyMatch(s -> s.startsWith("The backlog grew through the whole window from "));
    List<Probe> probes = limit.evidence().probes();
    Rate rate = limit.rate().orElseThrow();
    assertThat(limit.evidence().at(rate)).extracting(Probe::seed).doesNotHaveDuplicates();
    assertThat(limit.evidence().at(rate).getFirst().seed()).isEqualTo(probes.getFirst().seed());
    List<String> rows = Files.readAllLines(directory.resolve("find.csv"));
    assertThat(rows).hasSize(probes.size() + 1);
    assertThat(rows.getFirst())
        .startsWith("number,rate_per_s,seed,verdict,offered_per_s,achieved_per_s,")
        .contains("service_p50_ns", "response_p999_ns", "response.p99 < 20ms");
    assertThat(Files.readString(directory.resolve("find.json")))
        .contains("\"outcome\" : \"found\"", "\"limit_runs_held\" : 3", "\"conclusion\"");
    for (Probe probe : probes) {
      assertThat(directory.resolve(probe.directory()).resolve("summary.json")).exists();
    }
  }

  @Test
  void aRateThatIsNotReachedIsNotReportedHoweverGoodItsServiceTimes() throws Exception {
    Limit limit = search(plan("50..2k", "service.p99 < 20ms"), server(), none()).run();
    assertThat(limit.rate().orElseThrow().perSecond()).isBetween(190.0, 204.0);
    assertThat(limit.evidence().lowestMissed().orElseThrow().perSecond()).isBetween(196.0, 210.0);
  }

  @Test
  void aBacklogThatGrowsHoldsNothingHoweverLateItsLimit() throws Exception {
    // Within 2 s, at 5% too much, nobody waits for longer than 0.1 s.
    Limit limit = search(plan("50..2k", "response.max < 10s"), server(), none()).run();
    assertThat(limit.rate().orElseThrow().perSecond()).isBetween(190.0, 208.0);
  }

  @Test
  void probesThatEndEarlyFindTheSame() throws Exception {
    SearchPlan plan = plan("50..2k", "response.p99 < 20ms");
    SearchPlan early =
        new SearchPlan(
            plan.run().toBuilder().abortOnMiss(true).build(),
            plan.range(),
            0.02,
            3,
            Optional.empty());
    Limit whole = search(plan, server(), none()).run();
    long wholeNs = clock.nanoTime();
    Limit limit = search(early, server(), none()).run();
    assertThat(limit.rate()).isEqualTo(whole.rate());
    assertThat(clock.nanoTime() - wholeNs).isLessThan(wholeNs);
  }

  @Test
  void whereTheGeneratorIsTheLimitTheSystemIsNotBlamed() throws Exception {
    // The system answers at once, but this process oversleeps every wait by 10 ms.
    DriverProvider driver =
        new FaultyDriver() {
          @Override
          Outcome execute(Operation operation) {
            return Outcome.OK;
          }
        };
    SuspendedClock suspended = new SuspendedClock(clock, 10 * MS);
    Limit limit =
        LimitSearch.on(
                clock,
                LoadGenerator.on(suspended, driver),
                plan("50..1k", "response.p99 < 5ms"),
                none())
            .run();
    assertThat(limit.evidence().probes())
        .anyMatch(probe -> probe.verdict() == Verdict.GENERATOR)
        .noneMatch(probe -> probe.verdict() == Verdict.MISSED);
    assertThat(limit.sentences()).anyMatch(s -> s.contains("the generator is the limit: at "));
  }

  // The open model: ten sessions that take 5 ms serve 2000/s, and no session ever waits for
  // another.

  private Limit foundOpen(SessionStyle style, int inFlight, DriverProvider driver)
      throws Exception {
    RunPlan run =
        RunPlan.builder()
            .target(Rate.parse("1"))
            .open(new OpenModel(inFlight, 1, Optional.empty(), Optional.of(style)))
            .duration(Duration.ofSeconds(2))
            .drain(Duration.ofSeconds(1))
            .objective(Objective.parse("response.p99 < 20ms"))
            .build();
    SearchPlan plan = new SearchPlan(run, RateRange.parse("500..8k"), 0.02, 3, Optional.empty());
    return search(plan, driver, none()).run();
  }

  @ParameterizedTest
  @EnumSource(SessionStyle.class)
  void theOpenModelFindsTheRateThatItsBoundServes(SessionStyle style) throws Exception {
    Limit limit = foundOpen(style, 10, server());
    assertThat(limit.outcome()).isEqualTo("found");
    assertThat(limit.rate().orElseThrow().perSecond()).isBetween(1_960.0, 2_020.0);
    assertThat(limit.evidence().lowestUnstable().orElseThrow().perSecond())
        .isBetween(2_000.0, 2_500.0);
    assertThat(limit.sentences()).noneMatch(s -> s.contains("threads"));
  }

  @ParameterizedTest
  @EnumSource(SessionStyle.class)
  void theOpenModelFindsTheRateAtWhichASystemBeginsToHang(SessionStyle style) throws Exception {
    // Above 1000/s every tenth operation has no answer within window and drain.
    long[] lastNs = {0};
    SimulatedDriver driver =
        new SimulatedDriver(
            clock,
            k -> {
              long sinceNs = clock.nanoTime() - lastNs[0];
              lastNs[0] = clock.nanoTime();
              return sinceNs < MS && k % 10 == 9 ? 10_000 * MS : MS;
            });
    Limit limit = foundOpen(style, 10_000, driver);
    assertThat(limit.rate().orElseThrow().perSecond()).isBetween(980.0, 1_000.0);
    assertThat(limit.evidence().probes())
        .noneMatch(probe -> probe.verdict() == Verdict.GENERATOR)
        .anyMatch(probe -> probe.censored() > 0 && !probe.held());
  }

  @ParameterizedTest
  @EnumSource(SessionStyle.class)
  void theOpenModelHoldsEveryRateOfASystemWithoutALimit(SessionStyle style) throws Exception {
    Limit limit = foundOpen(style, 10_000, server());
    assertThat(limit.outcome()).isEqualTo("highest-holds");
    assertThat(limit.evidence().lowestUnstable()).isEmpty();
  }

  @Test
  void whereEvenTheLowestMissesItIsSaid() throws Exception {
    Limit limit = search(plan("300..2k", "response.p99 < 20ms"), server(), none()).run();
    assertThat(limit.status()).isEqualTo(RunStatus.MISSED);
    assertThat(limit.outcome()).isEqualTo("lowest-misses");
    assertThat(limit.sentences().getFirst())
        .startsWith("Even the lowest rate misses: 300/s did in 2 of 2 runs.");
  }

  @Test
  void whereEvenTheHighestHoldsItIsSaid() throws Exception {
    Limit limit = search(plan("50..150", "response.p99 < 20ms"), server(), none()).run();
    assertThat(limit.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(limit.outcome()).isEqualTo("highest-holds");
    assertThat(limit.sentences())
        .anyMatch(s -> s.startsWith("That is the highest rate that was asked for"));
  }

  @Test
  void aSystemThatFailsWhenOverloadedIsNotFast() throws Exception {
    // Above 100/s operations are refused at once.
    long[] lastNs = {0};
    SimulatedDriver driver =
        new SimulatedDriver(
            clock,
            k -> {
              long sinceNs = clock.nanoTime() - lastNs[0];
              lastNs[0] = clock.nanoTime();
              if (sinceNs < 9 * MS) {
                throw new IllegalStateException("busy");
              }
              return MS;
            });
    Limit limit = search(plan("50..2k", "response.p99 < 20ms"), driver, none()).run();
    assertThat(limit.rate().orElseThrow().perSecond()).isBetween(100.0, 112.0);
    assertThat(limit.sentences()).anyMatch(s -> s.contains("errors < 1%: MISSED"));
  }

  @Test
  void aDriverThatBreaksEndsTheSearchAndWhatWasFoundIsTold() throws Exception {
    long[] lastNs = {0};
    SimulatedDriver driver =
        new SimulatedDriver(
            clock,
            k -> {
              long sinceNs = clock.nanoTime() - lastNs[0];
              lastNs[0] = clock.nanoTime();
              if (sinceNs < 9 * MS && k > 50) {
                throw new AssertionError("broken");
              }
              return MS;
            });
    Limit limit = search(plan("50..2k", "response.p99 < 20ms"), driver, none()).run();
    assertThat(limit.status()).isEqualTo(RunStatus.FAILED);
    assertThat(limit.rate()).contains(Rate.parse("100"));
    assertThat(limit.sentences().getFirst())
        .startsWith("FAILED: at 200/s: the run ended because of AssertionError: broken");
  }

  @Test
  void theBudgetIsKeptAndWhatWasFoundIsTold() throws Exception {
    SearchPlan plan = plan("50..2k", "response.p99 < 20ms");
    SearchPlan brief =
        new SearchPlan(plan.run(), plan.range(), 0.02, 3, Optional.of(Duration.ofSeconds(7)));
    Limit limit = search(brief, server(), none()).run();
    assertThat(limit.ending()).isEqualTo(Ending.OUT_OF_BUDGET);
    assertThat(limit.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(limit.evidence().probes()).hasSize(3);
    assertThat(clock.nanoTime()).isLessThan(8_000 * MS);
    assertThat(limit.sentences())
        .anyMatch(s -> s.startsWith("OUT OF BUDGET"))
        .anyMatch(s -> s.contains("which is not confirmed"));
  }

  /// Stops a search when a probe begins.
  private static final class Stopper implements SearchListener {
    private final int probe;
    private LimitSearch search;

    Stopper(int probe) {
      this.probe = probe;
    }

    @Override
    public void probing(int number, Rate rate) {
      if (number == probe) {
        search.stop();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 9})
  void whatWasInterruptedGoesOnWithoutMakingProbesAnew(int at) throws Exception {
    SearchPlan plan = plan("50..2k", "response.p99 < 20ms");
    List<Probe> whole = search(plan, server(), none()).run().evidence().probes();
    Optional<Path> home = Optional.of(directory);
    LimitSearch first = search(plan, server(), home);
    Stopper stopper = new Stopper(at);
    stopper.search = first;

    Limit interrupted = first.listener(stopper).run();
    assertThat(interrupted.status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(interrupted.evidence().probes()).hasSize(at - 1);

    List<Integer> made = new ArrayList<>();
    Limit limit =
        search(plan, server(), home)
            .resume()
            .listener(
                new SearchListener() {
                  @Override
                  public void probing(int number, Rate rate) {
                    made.add(number);
                  }
                })
            .run();
    assertThat(limit.outcome()).isEqualTo("found");
    assertThat(made).hasSize(whole.size() - at + 1).first().isEqualTo(at);
    assertThat(limit.evidence().probes())
        .extracting(Probe::rate)
        .isEqualTo(whole.stream().map(Probe::rate).toList());
    assertThat(limit.evidence().probes())
        .extracting(Probe::verdict)
        .isEqualTo(whole.stream().map(Probe::verdict).toList());
    // And once more there is nothing left to do.
    made.clear();
    assertThat(search(plan, server(), home).resume().run().outcome()).isEqualTo("found");
  }

  @Test
  void aRangeWhoseEndsHaveNoEndOfDigitsIsGoneOnWith() throws Exception {
    Optional<Path> home = Optional.of(directory);
    SearchPlan once =
        new SearchPlan(
            plan("50..51", "response.p99 < 20ms").run(),
            RateRange.parse("4000/m..8000/m"),
            0.02,
            1,
            Optional.empty());
    search(once, server(), home).run();
    Limit limit = search(once, server(), home).resume().run();
    assertThat(limit.evidence().probes()).hasSize(2);
    assertThat(limit.rate()).contains(Rate.parse("8000/m"));
  }

  @Test
  void anotherSearchIsNotGoneOnWith() throws Exception {
    Optional<Path> home = Optional.of(directory);
    LimitSearch empty = search(plan("50..2k", "response.p99 < 20ms"), server(), home);
    assertThatThrownBy(empty::resume).isInstanceOf(IOException.class);

    search(plan("300..2k", "response.p99 < 20ms"), server(), home).run();

    LimitSearch other = search(plan("300..2k", "response.p99 < 30ms"), server(), home);
    assertThatThrownBy(other::resume)
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("that search was with slo=response.p99 < 20ms, errors < 1%");
    LimitSearch range = search(plan("301..2k", "response.p99 < 20ms"), server(), home);
    assertThatThrownBy(range::resume).hasMessageContaining("target=300/s..2000/s");
  }

  @Test
  void aRunThatFailsWhereNoneHeldEndsTheSearch() throws Exception {
    SimulatedDriver broken =
        new SimulatedDriver(
            clock,
            k -> {
              throw new IllegalStateException("no");
            });
    Limit limit = search(plan("50..2k", "response.p99 < 20ms"), broken, none()).run();
    assertThat(limit.status()).isEqualTo(RunStatus.FAILED);
    assertThat(limit.sentences()).containsExactly("FAILED: at 50/s: no operation succeeded");
  }
}
