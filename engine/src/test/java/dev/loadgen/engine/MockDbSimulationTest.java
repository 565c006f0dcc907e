package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.PerThreadSchedule;
import dev.loadgen.engine.schedule.SharedSchedule;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.summary.EventSummary;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import dev.loadgen.mockdb.MockDbProvider;
import dev.loadgen.mockdb.model.LatencyModel;
import dev.loadgen.mockdb.model.PeriodicPauses;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The production engine and the production mock database together on the virtual clock, against an
/// independent event simulation with the same draws: every figure must agree.
class MockDbSimulationTest {
  private static final long MS = 1_000_000;
  private static final int OPERATIONS = 80_000;
  private static final int WORKERS = 8;
  private static final long SEED = 5;

  private final VirtualClock clock = new VirtualClock(0, 0);

  @ParameterizedTest
  @CsvSource({
    "stw, rwlock, PER_THREAD, 0, 0",
    "stw, rwlock, SHARED, 0, 0",
    "stw, rwlock, SHARED, 30, 400",
    "stw, freeze, PER_THREAD, 0, 0",
    "stw, freeze, SHARED, 0, 0",
    "stw, freeze, PER_THREAD, 30, 400",
    "stw, freeze, SHARED, 90, 300",
    "fixed, , PER_THREAD, 200, 1000",
    "fixed, , SHARED, 200, 1000",
  })
  void everyFigureAgreesWithAnEventSimulation(
      String mode, String pause, ScheduleMode schedule, long pauseMs, long periodMs)
      throws Exception {
    RunPlan.Builder plan = RunPlan.builder().threads(WORKERS).schedule(schedule);
    everyFigureAgrees(plan, mode, pause, schedule, pauseMs, periodMs);
  }

  /// With as many slots as there were workers, the open model is the shared schedule of the closed.
  @ParameterizedTest
  @CsvSource({
    "stw, rwlock, ASYNC, 0, 0",
    "stw, rwlock, BLOCKING, 30, 400",
    "stw, rwlock, ASYNC, 30, 400",
    "stw, freeze, ASYNC, 0, 0",
    "stw, freeze, BLOCKING, 0, 0",
    "stw, freeze, ASYNC, 90, 300",
    "fixed, , ASYNC, 200, 1000",
    "fixed, , BLOCKING, 200, 1000",
  })
  void soItDoesInTheOpenModel(
      String mode, String pause, SessionStyle style, long pauseMs, long periodMs) throws Exception {
    RunPlan.Builder plan =
        RunPlan.builder().open(new OpenModel(WORKERS, 1, Optional.empty(), Optional.of(style)));
    everyFigureAgrees(plan, mode, pause, ScheduleMode.SHARED, pauseMs, periodMs);
  }

  private void everyFigureAgrees(
      RunPlan.Builder plan,
      String mode,
      String pause,
      ScheduleMode schedule,
      long pauseMs,
      long periodMs)
      throws Exception {
    PeriodicPauses periodic =
        periodMs == 0 ? null : new PeriodicPauses(pauseMs * MS, periodMs * MS);
    plan.target(Rate.parse("4000/s"))
        .seed(SEED)
        .operations(OPERATIONS)
        .drain(Duration.ofHours(1))
        .properties(Map.of("mockdb.mode", mode));
    if (pause != null) {
      plan.property("mockdb.pause", pause);
    }
    if (periodic != null) {
      plan.property("mockdb.pauses", pauseMs + "ms every " + periodMs + "ms");
    }
    LatencyModel model =
        mode.equals("stw")
            ? new LatencyModel.StopTheWorld(Draws.derive(SEED, "mockdb"))
            : new LatencyModel.Fixed(MS);

    RunSummary summary =
        LoadGenerator.on(clock, new MockDbProvider(new VirtualMachine(clock)))
            .run(plan.build())
            .summary();
    EventSimulation oracle =
        new EventSimulation(schedule(schedule), WORKERS, model, "rwlock".equals(pause), periodic);
    oracle.run();

    assertThat(summary.ledger()).isEqualTo(new Ledger(OPERATIONS, OPERATIONS, 0, 0, 0, 0));
    agrees(summary.all().response(), oracle.responses, oracle.responseSum);
    agrees(summary.all().service(), oracle.services, oracle.serviceSum);
    assertThat(summary.all().lag().max().value()).isZero();
    assertThat(summary.all().waiting().mean().value() * OPERATIONS)
        .isCloseTo(oracle.responseSum - oracle.serviceSum, within(100.0));
    if (mode.equals("stw")) {
      assertThat(oracle.worldStops).isGreaterThan(5);
      long marked = summary.events().stream().mapToLong(EventSummary::count).sum();
      assertThat(marked).isGreaterThanOrEqualTo(oracle.worldStops);
    }
  }

  private static ArrivalSchedule schedule(ScheduleMode mode) {
    ConstantRate rate = new ConstantRate(4000, 1_000_000_000);
    return mode == ScheduleMode.SHARED
        ? new SharedSchedule(rate, OPERATIONS)
        : new PerThreadSchedule(rate, WORKERS, OPERATIONS, SEED);
  }

  private static void agrees(Figures figures, Histogram expected, double sum) {
    assertThat(figures.count()).isEqualTo(expected.getTotalCount());
    assertThat(figures.mean().value() * OPERATIONS).isCloseTo(sum, within(100.0));
    for (double percentile : new double[] {1, 10, 25, 50, 75, 90, 99, 99.9, 99.99, 100}) {
      assertThat(figures.percentile(percentile).value())
          .as("p%s", percentile)
          .isEqualTo((double) expected.getValueAtPercentile(percentile));
    }
  }

  @Test
  void whatAnOperationCostsIsIndependentOfItsKind() throws Exception {
    RunSummary summary =
        LoadGenerator.on(clock, new MockDbProvider(new VirtualMachine(clock)))
            .run(
                RunPlan.builder()
                    .target(Rate.parse("100k/s"))
                    .threads(100)
                    .operations(100_000)
                    .drain(Duration.ofHours(1))
                    .mix(Mix.parse("READ=50,UPDATE=50"))
                    .property("mockdb.mode", "uniform")
                    .property("mockdb.min", "0")
                    .property("mockdb.max", "100us")
                    .build())
            .summary();
    // The standard error of each mean is 100 µs ÷ √12 ÷ √50,000.
    for (OperationSummary operation : summary.operations()) {
      assertThat(operation.service().mean().value()).isCloseTo(50_000.0, within(5 * 129.0));
      assertThat(operation.service().percentile(90).value()).isCloseTo(90_000.0, within(1_000.0));
    }
  }
}
