package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadgen.driver.SessionStyle;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.plan.WarmupBacklog;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.PerThreadSchedule;
import dev.loadgen.engine.schedule.SharedSchedule;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.time.Duration;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The production workers, pacers and recorders on the virtual clock, against closed forms and
/// against an independent simulation.
class VirtualRunTest {
  private static final long MS = 1_000_000;

  private final VirtualClock clock = new VirtualClock(123_456_789, 1_700_000_000_000L);

  private RunSummary run(RunPlan plan, LongUnaryOperator serviceNs) throws Exception {
    return result(plan, serviceNs).summary();
  }

  private RunResult result(RunPlan plan, LongUnaryOperator serviceNs) throws Exception {
    return LoadGenerator.on(clock, new SimulatedDriver(clock, serviceNs)).run(plan);
  }

  @Test
  void overloadMakesResponseGrowAndLeavesTheRestNeverSent() throws Exception {
    RunSummary summary =
        run(
            RunPlan.builder()
                .target(Rate.parse("1000/s"))
                .schedule(ScheduleMode.SHARED)
                .duration(Duration.ofSeconds(60))
                .drain(Duration.ZERO)
                .build(),
            k -> 4 * MS);

    // Operation k is sent at 4k ms: the 15,000th would be answered just as the books are closed.
    assertThat(summary.ledger()).isEqualTo(new Ledger(60_000, 14_999, 0, 1, 45_000, 0));
    OperationSummary all = summary.all();
    // Completed ones: 4 + 3k ms. Never sent ones: the bound is 60,000 − k ms, k from 15,000.
    double completed = 15_000 * 4.0 + 3.0 * 15_000 * 14_999 / 2;
    double bounds = 45_000.0 * 45_001 / 2;
    assertThat(all.response().mean().value()).isEqualTo((completed + bounds) / 60_000 * MS);
    assertThat(all.response().mean().lowerBoundOnly()).isTrue();
    assertThat(all.response().max().value()).isCloseTo(45_001.0 * MS, within(45.0 * MS));
    // No completed response hides above the censored bounds until rank 1: p1 is a true lower bound.
    assertThat(all.response().percentile(50).lowerBoundOnly()).isTrue();
    assertThat(all.service().mean().value()).isEqualTo(4.0 * MS);
    assertThat(all.lag().max().value()).isZero();
    assertThat(summary.findings())
        .anyMatch(sentence ->
            sentence.startsWith("WARNING: the backlog")
                && sentence.contains("they send at most 250/s: with more --threads"));
  }

  @Test
  void oneStallIsPaidByAllWhoArriveDuringIt() throws Exception {
    // 1000/s, an instant system, and operation 100 takes 200 ms: it is seen with 200 ms, those
    // behind
    // it with 199, 198, … 1 ms, and nobody else waits.
    RunSummary summary =
        run(
            RunPlan.builder()
                .target(Rate.parse("1000/s"))
                .schedule(ScheduleMode.SHARED)
                .duration(Duration.ofSeconds(1))
                .build(),
            k -> k == 100 ? 200 * MS : 0);

    OperationSummary all = summary.all();
    assertThat(summary.ledger()).isEqualTo(new Ledger(1000, 1000, 0, 0, 0, 0));
    assertThat(all.response().mean().value() * 1000).isCloseTo(200 * 201 / 2.0 * MS, within(1.0));
    assertThat(all.service().mean().value() * 1000).isCloseTo(200.0 * MS, within(1.0));
    assertThat(all.response().percentile(80).value()).isZero();
    assertThat(all.response().percentile(90).value()).isCloseTo(100.0 * MS, within(0.2 * MS));
    assertThat(all.lag().max().value()).isZero();
  }

  @ParameterizedTest
  @EnumSource(ScheduleMode.class)
  void agreesWithAnIndependentSimulation(ScheduleMode mode) throws Exception {
    int threads = 7;
    SplittableRandom random = new SplittableRandom(42);
    long[] service = new long[20_000];
    for (int k = 0; k < service.length; k++) {
      double p = random.nextDouble();
      service[k] = p < 0.95 ? random.nextLong(MS) : random.nextLong(40 * MS);
    }
    RunPlan plan =
        RunPlan.builder()
            .target(Rate.parse("4000/s"))
            .threads(threads)
            .schedule(mode)
            .seed(9)
            .duration(Duration.ofSeconds(5))
            .drain(Duration.ofMinutes(1))
            .build();
    RunSummary summary = run(plan, k -> service[(int) k]);

    // The oracle: each operation goes to its worker, or to the one that is free first; it starts
    // when
    // both it and the worker are there.
    ConstantRate rate = new ConstantRate(4000, 1_000_000_000);
    double response = 0;
    long worst = 0;
    if (mode == ScheduleMode.SHARED) {
      ArrivalStream arrivals = new SharedSchedule(rate, 20_000).stream(0);
      PriorityQueue<Long> free = new PriorityQueue<>();
      for (int i = 0; i < threads; i++) {
        free.add(0L);
      }
      while (arrivals.advance()) {
        long end =
            Math.max(arrivals.intendedNs(), free.remove()) + service[(int) arrivals.sequence()];
        free.add(end);
        response += end - arrivals.intendedNs();
        worst = Math.max(worst, end - arrivals.intendedNs());
      }
    } else {
      ArrivalSchedule schedule = new PerThreadSchedule(rate, threads, 20_000, 9);
      for (int i = 0; i < threads; i++) {
        ArrivalStream arrivals = schedule.stream(i);
        long free = 0;
        while (arrivals.advance()) {
          free = Math.max(arrivals.intendedNs(), free) + service[(int) arrivals.sequence()];
          response += free - arrivals.intendedNs();
          worst = Math.max(worst, free - arrivals.intendedNs());
        }
      }
    }
    assertThat(summary.ledger()).isEqualTo(new Ledger(20_000, 20_000, 0, 0, 0, 0));
    assertThat(summary.all().response().mean().value()).isCloseTo(response / 20_000, within(0.01));
    assertThat(summary.all().response().max().value())
        .isCloseTo((double) worst, within(worst / 1000.0));
    assertThat(summary.all().lag().max().value()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theLedgerBalancesHoweverTheRunEnds(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    int early = 0;
    int interrupted = 0;
    for (int i = 0; i < 350; i++) {
      VirtualClock time = new VirtualClock(0, 0);
      long draws = random.nextLong();
      LongUnaryOperator service = k -> new SplittableRandom(draws + k).nextLong(30 * MS);
      RunPlan plan = randomPlan(random);
      LoadGenerator generator = LoadGenerator.on(time, new SimulatedDriver(time, service));
      long stopNs = random.nextLong(400 * MS);
      boolean stops = random.nextBoolean();
      boolean twice = random.nextBoolean();
      RunResult result;
      // Enrolled, so that time stands still until the run has begun.
      try (Clock.Enrolment enrolment = time.enrol()) {
        if (stops) {
          stopAt(time, stopNs, twice, generator).start();
        }
        result = generator.run(plan);
      } catch (RunFailedException e) {
        assertThat(stops).isTrue();
        early++;
        continue;
      }
      interrupted += result.status() == RunStatus.INTERRUPTED ? 1 : 0;
      RunSummary summary = result.summary();
      assertThat(summary.ledger().balances()).as("%s: %s", plan, summary.ledger()).isTrue();
      if (summary.warmupLedger() != null) {
        assertThat(summary.warmupLedger().balances())
            .as("%s: %s", plan, summary.warmupLedger())
            .isTrue();
      }
      if (plan.target().isPresent()) {
        OperationSummary all = summary.all();
        assertThat(all.response().count())
            .isEqualTo(summary.ledger().scheduled() - summary.ledger().failed());
        if (all.censored() == 0 && all.succeeded() > 0) {
          assertThat(
                  all.service().mean().value()
                      + all.waiting().mean().value()
                      + all.lag().mean().value())
              .isCloseTo(all.response().mean().value(), within(0.01));
        }
      }
    }
    // Most of the runs that are stopped are stopped while they go on.
    assertThat(interrupted).isGreaterThan(80);
    assertThat(early).isLessThan(30);
  }

  private static Thread stopAt(
      VirtualClock time, long instantNs, boolean twice, LoadGenerator generator) {
    return time.thread(
        "stopper",
        () -> {
          time.parkUntil(instantNs);
          generator.stop();
          if (twice) {
            generator.stop();
          }
        });
  }

  private static RunPlan randomPlan(SplittableRandom random) {
    RunPlan.Builder plan =
        RunPlan.builder()
            .threads(1 + random.nextInt(5))
            .schedule(random.nextBoolean() ? ScheduleMode.SHARED : ScheduleMode.PER_THREAD)
            .seed(random.nextLong())
            .drain(Duration.ofMillis(random.nextInt(60)))
            .interval(Duration.ofMillis(10 + random.nextInt(100)));
    int model = random.nextInt(8);
    if (model > 1) {
      plan.target(new Rate(1 + random.nextInt(700), 1_000_000_000));
    }
    if (model > 4) { // up to 10 operations at once are about what the rates need
      int dispatchers = 1 + random.nextInt(3);
      SessionStyle style = random.nextBoolean() ? SessionStyle.ASYNC : SessionStyle.BLOCKING;
      plan.schedule(ScheduleMode.SHARED)
          .open(
              new OpenModel(
                  dispatchers + random.nextInt(20),
                  dispatchers,
                  Optional.empty(),
                  Optional.of(style)));
    }
    switch (model > 1 ? random.nextInt(4) : 0) {
      case 1 -> plan.arrivals(Arrivals.parse("poisson"));
      case 2 -> plan.arrivals(Arrivals.parse("uniform"));
      case 3 -> plan.arrivals(Arrivals.parse("burst:" + (1 + random.nextInt(20))));
      default -> plan.arrivals(Arrivals.CONSTANT);
    }
    if (random.nextBoolean()) {
      plan.warmup(Duration.ofMillis(random.nextInt(100)));
    }
    boolean counted = random.nextInt(3) == 0;
    if (counted) {
      plan.operations(1 + random.nextInt(100));
    }
    if (!counted || random.nextBoolean()) {
      plan.duration(Duration.ofMillis(1 + random.nextInt(300)));
    }
    return plan.build();
  }

  @Test
  void aCountedRunDoesNotWaitForAnAnswerThatNeverComes() throws Exception {
    RunResult result =
        result(
            RunPlan.builder()
                .target(Rate.parse("100/s"))
                .threads(2)
                .operations(200)
                .drain(Duration.ofSeconds(3))
                .build(),
            k -> k == 10 ? Long.MAX_VALUE / 4 : 30 * MS);

    // The other worker sends its own to the end, late as it is, before anybody gives up.
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(200, 105, 0, 1, 94, 0));
  }

  @Test
  void aHangingDriverIsCensoredAndAbandoned() throws Exception {
    RunResult result =
        result(
            RunPlan.builder()
                .target(Rate.parse("100/s"))
                .threads(2)
                .duration(Duration.ofSeconds(1))
                .drain(Duration.ofSeconds(1))
                .build(),
            k -> k == 10 ? Long.MAX_VALUE / 4 : MS);

    Ledger ledger = result.summary().ledger();
    assertThat(ledger.balances()).isTrue();
    assertThat(ledger.inFlight()).isEqualTo(1);
    assertThat(ledger.neverSent()).isEqualTo(44);
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aDriverThatThrowsFailsItsOperationsAndTheRun() throws Exception {
    RunResult result =
        result(
            RunPlan.builder().target(Rate.parse("100/s")).duration(Duration.ofSeconds(1)).build(),
            k -> {
              throw new IllegalStateException("no " + k);
            });

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(100, 0, 100, 0, 0, 0));
    assertThat(result.summary().errors().getFirst().className())
        .isEqualTo(IllegalStateException.class.getName());
    assertThat(result.summary().errors().getFirst().count()).isEqualTo(100);
  }

  @Test
  void tooManyErrorsEndTheRun() throws Exception {
    RunResult result =
        result(
            RunPlan.builder()
                .target(Rate.parse("100/s"))
                .duration(Duration.ofSeconds(10))
                .maxErrors(20)
                .build(),
            k -> {
              throw new IllegalStateException("no");
            });

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().ledger().failed()).isEqualTo(21);
    assertThat(result.summary().ledger().balances()).isTrue();
  }

  @Test
  void warmupBacklogIsCutAndTheWindowBeginsAfresh() throws Exception {
    // In the warm-up each operation takes 4 ms at 1000/s; in the window none takes any time.
    RunSummary summary =
        run(
            RunPlan.builder()
                .target(Rate.parse("1000/s"))
                .schedule(ScheduleMode.SHARED)
                .warmup(Duration.ofSeconds(1))
                .duration(Duration.ofSeconds(1))
                .build(),
            k -> k < 1000 ? 4 * MS : 0);

    assertThat(summary.warmupLedger()).isEqualTo(new Ledger(1000, 250, 0, 0, 0, 750));
    assertThat(summary.ledger()).isEqualTo(new Ledger(1000, 1000, 0, 0, 0, 0));
    assertThat(summary.all().response().max().value()).isZero();
  }

  @Test
  void warmupBacklogThatIsKeptIsSentFirstAndDelaysTheWindow() throws Exception {
    // 1000/s for 1 s at 4 ms each: 750 are left, and take another 3 s. The window's k-th operation,
    // which takes no time, is sent when they are done: at 3000 ms, or when it is due.
    RunSummary summary =
        run(
            RunPlan.builder()
                .target(Rate.parse("1000/s"))
                .schedule(ScheduleMode.SHARED)
                .warmup(Duration.ofSeconds(1))
                .warmupBacklog(WarmupBacklog.KEEP)
                .duration(Duration.ofSeconds(5))
                .build(),
            k -> k < 1000 ? 4 * MS : 0);

    assertThat(summary.warmupLedger()).isEqualTo(new Ledger(1000, 1000, 0, 0, 0, 0));
    assertThat(summary.ledger()).isEqualTo(new Ledger(5000, 5000, 0, 0, 0, 0));
    assertThat(summary.all().response().max().value()).isCloseTo(3000.0 * MS, within(3.0 * MS));
    assertThat(summary.all().response().mean().value())
        .isCloseTo(3000.0 * 3001 / 2 / 5000 * MS, within(1.0));
    assertThat(summary.all().service().max().value()).isZero();
    assertThat(summary.all().lag().max().value()).isZero();
  }

  @Test
  void aWindowIsAsLongAsPlannedEvenIfNothingIsDueAtItsEnd() throws Exception {
    RunSummary summary =
        run(
            RunPlan.builder()
                .target(Rate.parse("1/s"))
                .schedule(ScheduleMode.SHARED)
                .duration(Duration.ofMillis(3900))
                .build(),
            k -> 0);
    assertThat(summary.ledger()).isEqualTo(new Ledger(4, 4, 0, 0, 0, 0));
    assertThat(summary.windowNs()).isEqualTo(3900 * MS);
    assertThat(summary.elapsedNs()).isEqualTo(3900 * MS);
  }

  @Test
  void whatIsCensoredIsNotCalledNothingPiledUp() throws Exception {
    // Every operation but the last is instant; the last hangs: what completed shows no wait.
    RunSummary summary =
        run(
            RunPlan.builder()
                .target(Rate.parse("10/s"))
                .duration(Duration.ofSeconds(2))
                .drain(Duration.ZERO)
                .build(),
            k -> k == 15 ? Long.MAX_VALUE / 4 : MS);
    assertThat(summary.ledger().censored()).isPositive();
    assertThat(summary.findings()).noneMatch(sentence -> sentence.contains("nothing piled up"));
  }

  @Test
  void aGeneratorThatWasStoppedCanRunAgain() throws Exception {
    LoadGenerator generator = LoadGenerator.on(clock, new SimulatedDriver(clock, k -> MS));
    RunPlan plan =
        RunPlan.builder().target(Rate.parse("100/s")).duration(Duration.ofSeconds(1)).build();
    try (Clock.Enrolment enrolment = clock.enrol()) {
      stopAt(clock, clock.nanoTime() + 500 * MS, true, generator).start();
      RunResult stopped = generator.run(plan);
      assertThat(stopped.status()).isEqualTo(RunStatus.INTERRUPTED);
      assertThat(stopped.summary().findings().getFirst()).startsWith("INTERRUPTED: ");
      assertThat(generator.run(plan).summary().ledger())
          .isEqualTo(new Ledger(100, 100, 0, 0, 0, 0));
    }
  }
}
