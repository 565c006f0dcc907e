package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// What a run says of itself beside its latencies: the rate that it achieved, and the sentences.
class FindingsTest {
  private static final long MS = 1_000_000;
  private static final long HUNG = Long.MAX_VALUE / 4;

  private final VirtualClock clock = new VirtualClock(0, 1_700_000_000_000L);

  private RunSummary run(RunPlan.Builder plan, LongUnaryOperator serviceNs) throws Exception {
    return LoadGenerator.on(clock, new SimulatedDriver(clock, serviceNs))
        .run(plan.build())
        .summary();
  }

  private static RunPlan.Builder plan(String rate) {
    return RunPlan.builder().target(Rate.parse(rate)).schedule(ScheduleMode.SHARED);
  }

  private static double achieved(RunSummary summary) {
    return summary.all().achievedPerSecond();
  }

  @Test
  void aKeptRateIsTheRateAchievedWhateverTheDrainTook() throws Exception {
    // The last operation takes 3 s: all but it have completed when the window is over.
    RunSummary summary =
        run(
            plan("100/s").threads(2).duration(Duration.ofSeconds(2)),
            k -> k == 199 ? 3_000 * MS : MS);
    assertThat(summary.elapsedNs()).isEqualTo(4_990 * MS);
    assertThat(achieved(summary)).isCloseTo(99.5, within(1e-9));
  }

  @Test
  void aNumberOfOperationsAchievesTheRateAtWhichTheyFellDue() throws Exception {
    assertThat(achieved(run(plan("100/s").operations(10), k -> MS))).isEqualTo(100);
  }

  @Test
  void withoutAScheduleTheWindowEndsWithTheLastOperation() throws Exception {
    RunSummary summary =
        run(RunPlan.builder().operations(100).duration(Duration.ofSeconds(9)), k -> 10 * MS);
    assertThat(summary.windowNs()).isEqualTo(1_000 * MS);
    assertThat(achieved(summary)).isEqualTo(100);
  }

  @Test
  void overloadAchievesWhatCompletedInTheWindow() throws Exception {
    RunSummary summary =
        run(
            plan("1000/s").duration(Duration.ofSeconds(2)).drain(Duration.ofSeconds(7)),
            k -> 4 * MS);
    assertThat(summary.ledger().succeeded()).isEqualTo(2_000);
    assertThat(achieved(summary)).isCloseTo(250, within(0.5));
  }

  private static final String BACKLOG = "WARNING: the backlog grew through the whole window, to ";

  @Test
  void aBacklogThatGrewIsSeenInOneLongInterval() throws Exception {
    assertThat(
            run(
                    plan("1000/s").duration(Duration.ofSeconds(2)).interval(Duration.ofMinutes(1)),
                    k -> 4 * MS)
                .findings())
        .anyMatch(f -> f.startsWith(BACKLOG + "1,500 operations"));
  }

  @Test
  void aBacklogThatGrewIsSeenWhereTheNumberOfOperationsEndsTheRun() throws Exception {
    assertThat(run(plan("1000/s").operations(2_000), k -> 4 * MS).findings())
        .anyMatch(f -> f.startsWith(BACKLOG + "1,500 operations"));
  }

  @Test
  void aBacklogThatGrewIsSeenInARunThatWasStopped() throws Exception {
    try (Clock.Enrolment enrolment = clock.enrol()) {
      LoadGenerator generator = LoadGenerator.on(clock, new SimulatedDriver(clock, k -> 4 * MS));
      long startNs = clock.nanoTime();
      clock
          .thread(
              "stopper",
              () -> {
                clock.parkUntil(startNs + 1_500 * MS);
                generator.stop();
              })
          .start();
      RunResult result =
          generator.run(
              plan("1000/s")
                  .duration(Duration.ofMinutes(1))
                  .interval(Duration.ofSeconds(10))
                  .build());
      assertThat(result.status()).isEqualTo(RunStatus.INTERRUPTED);
      assertThat(result.summary().findings()).anyMatch(f -> f.startsWith(BACKLOG + "1,"));
    }
  }

  /// Three of four fail.
  private static SimulatedDriver mostlyFailing(
      Clock clock, LongUnaryOperator serviceNs, Outcome otherwise) {
    return new SimulatedDriver(clock, serviceNs) {
      @Override
      Outcome execute(Operation operation) throws InterruptedException {
        super.execute(operation);
        return operation.sequence() % 4 == 0 ? otherwise : Outcome.failure("REFUSED");
      }
    };
  }

  @Test
  void whatThreadsSendAtMostCountsWhatFailed() throws Exception {
    RunSummary summary =
        LoadGenerator.on(clock, mostlyFailing(clock, k -> k % 4 == 0 ? 4 * MS : MS, Outcome.OK))
            .run(plan("1000/s").duration(Duration.ofSeconds(2)).build())
            .summary();
    assertThat(summary.findings())
        .anyMatch(f ->
            f.contains("At a mean service time of 1.75 ms they send at most 571/s: with more"));
  }

  @Test
  void missingRecordsAreAShareOfAllThatWasAnswered() throws Exception {
    RunSummary summary =
        LoadGenerator.on(clock, mostlyFailing(clock, k -> 0, Outcome.NOT_FOUND))
            .run(plan("1000/s").operations(1_000).build())
            .summary();
    assertThat(summary.findings())
        .anyMatch(f -> f.startsWith("WARNING: 25.0% of the READ operations found no record"));
  }

  @Test
  void operationsWithoutAnAnswerAreTheSystemsDoing() throws Exception {
    // Of four workers each gets stuck in its 100th operation; what completed did so at once.
    RunSummary summary =
        run(
            RunPlan.builder()
                .target(Rate.parse("1000/s"))
                .threads(4)
                .duration(Duration.ofSeconds(2))
                .drain(Duration.ZERO),
            k -> k >= 400 ? Long.MAX_VALUE / 4 : 0);
    assertThat(summary.findings())
        .anyMatch(f -> f.startsWith(BACKLOG) && f.contains("4 of 4 threads had been waiting"))
        .noneMatch(f -> f.contains("generator cannot") || f.contains("bottleneck"));
  }

  @Test
  void aSystemThatHangsInTheOpenModelIsNotExcusedByALittleLag() throws Exception {
    // What it answered was a little late because of the generator, and had waited for nothing.
    RunSummary summary =
        LoadGenerator.on(
                new SuspendedClock(clock, 60_000),
                new SimulatedDriver(clock, k -> k < 500 ? 0 : HUNG))
            .run(
                RunPlan.builder()
                    .target(Rate.parse("1000/s"))
                    .open(new OpenModel(50, 1, Optional.of(50), Optional.of(SessionStyle.BLOCKING)))
                    .duration(Duration.ofSeconds(1))
                    .build())
            .summary();
    assertThat(summary.all().lag().mean().value()).isPositive();
    assertThat(summary.findings())
        .anyMatch(f -> f.contains("the system cannot sustain this rate"))
        .noneMatch(f -> f.contains("generator cannot") || f.contains("bottleneck"));
  }

  @Test
  void twoOperationsAreNoBacklog() throws Exception {
    assertThat(run(plan("1000/s").threads(2).operations(2), k -> HUNG).findings())
        .noneMatch(f -> f.contains("grew through the whole window"));
  }

  @Test
  void aSystemThatKeepsUpHasNoBacklog() throws Exception {
    assertThat(run(plan("100/s").duration(Duration.ofSeconds(2)), k -> 4 * MS).findings())
        .anyMatch(f -> f.endsWith("Response and service times agree: nothing piled up."))
        .noneMatch(f -> f.contains("WARNING"));
  }

  private RunResult failing(FaultyDriver driver) throws Exception {
    return LoadGenerator.on(clock, driver)
        .run(plan("100/s").duration(Duration.ofSeconds(2)).build());
  }

  @Test
  void failuresAreSaidAndManyAreAWarning() throws Exception {
    RunResult most =
        failing(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) throws Exception {
                if (operation.sequence() > 0) {
                  throw new IOException("reset");
                }
                return Outcome.OK;
              }
            });
    assertThat(most.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(most.summary().findings())
        .anyMatch(f -> f.startsWith("WARNING: 199 of 200 completed operations failed (99.5%)"));
    RunResult one =
        failing(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) throws Exception {
                if (operation.sequence() == 0) {
                  throw new IOException("reset");
                }
                return Outcome.OK;
              }
            });
    assertThat(one.summary().findings())
        .anyMatch(f -> f.startsWith("1 of 200 completed operations failed (0.5%)"));
  }

  @Test
  void aKindThatNeverSucceedsAndRecordsThatAreNotThereAreWarnings() throws Exception {
    OperationKind broken = OperationKind.of("BROKEN", "fails", 1);
    RunResult result =
        failing(
            new FaultyDriver() {
              @Override
              public List<OperationKind> operations(Settings settings) {
                return List.of(READ, broken);
              }

              @Override
              Outcome execute(Operation operation) throws Exception {
                if (operation.kind().equals(broken)) {
                  throw new IOException("reset");
                }
                return Outcome.NOT_FOUND;
              }
            });
    assertThat(result.summary().findings())
        .contains("WARNING: no BROKEN succeeded.")
        .anyMatch(f -> f.startsWith("WARNING: 100.0% of the READ operations found no record"));
  }

  @Test
  void aWindowInWhichNothingWasDueSaysSo() throws Exception {
    RunSummary summary =
        run(RunPlan.builder().target(Rate.parse("1/h")).duration(Duration.ofSeconds(1)), k -> MS);
    assertThat(summary.problems())
        .containsExactly("nothing was due in the window, so there is nothing to report");
  }
}
