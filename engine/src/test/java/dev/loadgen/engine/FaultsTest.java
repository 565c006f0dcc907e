package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.histograms.summary.ErrorSample;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

/// Everything that can go wrong with a driver or a machine, on the virtual clock: the ledger
/// balances, the run ends in time, and what went wrong is said.
class FaultsTest extends FaultyRuns {
  @Test
  void exceptionsAtRandomAreCountedByClass() throws Exception {
    SplittableRandom draws = new SplittableRandom(8);
    boolean[] io = new boolean[200];
    boolean[] illegal = new boolean[200];
    for (int k = 0; k < 200; k++) {
      io[k] = draws.nextInt(4) == 0;
      illegal[k] = !io[k] && draws.nextInt(4) == 0;
    }
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) throws Exception {
                int k = (int) operation.sequence();
                if (io[k]) {
                  throw new IOException("reset");
                }
                if (illegal[k]) {
                  throw new IllegalStateException("closed");
                }
                return Outcome.OK;
              }
            },
            plan().build());

    Map<String, Long> counts =
        result.summary().errors().stream()
            .collect(Collectors.toMap(ErrorSample::className, ErrorSample::count));
    assertThat(counts)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "java.io.IOException", count(io),
                "java.lang.IllegalStateException", count(illegal)));
    assertThat(result.summary().ledger().failed()).isEqualTo(count(io) + count(illegal));
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
  }

  private static long count(boolean[] flags) {
    long count = 0;
    for (boolean flag : flags) {
      count += flag ? 1 : 0;
    }
    return count;
  }

  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no comment");
    }
  }

  @SuppressWarnings("unchecked") // the point of it
  private static <T extends Throwable> void sneak(Throwable e) throws T {
    throw (T) e;
  }

  @Test
  void whatIsThrownIsToldWithItsCausesAndItsPlace() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) throws Exception {
                Exception root = new IOException("reset\nby peer");
                throw switch ((int) (operation.sequence() % 4)) {
                  case 0 -> new IllegalStateException("no session", root);
                  case 1 -> new RuntimeException(root);
                  case 2 -> new InvocationTargetException(root);
                  default -> new UnsupportedOperationException();
                };
              }
            },
            plan().build());
    assertThat(result.summary().errors())
        .extracting(ErrorSample::message)
        .containsExactlyInAnyOrder(
            "no session caused by IOException: reset by peer",
            "caused by IOException: reset by peer",
            "caused by IOException: reset by peer",
            "");
    assertThat(result.summary().errors())
        .allSatisfy(error ->
            assertThat(error.frames())
                .hasSizeBetween(1, 10)
                .first()
                .asString()
                .contains("FaultsTest"));
  }

  @Test
  void readsOfWrongValuesFailTheRun() throws Exception {
    FaultyDriver driver =
        new FaultyDriver() {
          private final List<OperationKind> kinds =
              List.of(OperationKind.of("READ", "reads", 1, Need.KEY));

          @Override
          public List<OperationKind> operations(Settings settings) {
            return kinds;
          }

          @Override
          Outcome execute(Operation operation) {
            operation.readValue(ByteBuffer.allocate((int) (operation.sequence() % 2)));
            return Outcome.OK;
          }
        };
    RunResult result = run(driver, plan().verify(true).maxErrors(Long.MAX_VALUE).build());
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().problems())
        .contains("200 reads gave other values than the workload writes");
  }

  @Test
  void whateverIsThrownIsAFailureOfItsOperationAlone() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) {
                if (operation.sequence() % 4 == 0) {
                  throw new Unspeakable();
                }
                if (operation.sequence() % 4 == 1) {
                  FaultsTest.<RuntimeException>sneak(new Throwable("neither nor"));
                }
                return Outcome.OK;
              }
            },
            plan().build());
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(200, 100, 100, 0, 0, 0));
    assertThat(result.summary().errors())
        .extracting(ErrorSample::message)
        .containsExactlyInAnyOrder(
            "(its getMessage() throws java.lang.IllegalStateException)", "neither nor");
  }

  @Test
  void anErrorEndsTheWindowWhenItComesEvenIfNobodyIsLeft() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) {
                throw new StackOverflowError();
              }
            },
            plan().threads(1).build());
    assertThat(result.summary().ledger().scheduled()).isEqualTo(1);
    assertThat(result.summary().ledger().failed()).isEqualTo(1);
  }

  @Test
  void aConductorThatIsHeldUpCountsWhatCompletedInTime() throws Exception {
    RunListener slow =
        new RunListener() {
          @Override
          public void interval(IntervalReport report) {
            sleepDeaf(clock.nanoTime() + 3 * S);
          }
        };
    RunSummary summary =
        LoadGenerator.on(clock, new FaultyDriver()).listener(slow).run(plan().build()).summary();
    assertThat(summary.windowNs()).isEqualTo(2 * S);
    assertThat(summary.all().achievedPerSecond()).isEqualTo(100);
  }

  @Test
  void operationsThatIgnoreInterruptsForEverAreAbandoned() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) {
                if (operation.sequence() >= 50) {
                  sleepDeaf(Long.MAX_VALUE / 2);
                }
                return Outcome.OK;
              }
            },
            plan().build());
    Ledger ledger = result.summary().ledger();
    assertThat(ledger).isEqualTo(new Ledger(200, 50, 0, 3, 147, 0));
    // The oldest censored was due 2.5 s before the books were closed.
    assertThat(result.summary().all().response().max().lowerBoundOnly()).isTrue();
    assertThat(result.summary().all().response().max().value()).isBetween(2.4e9, 2.6e9);
  }

  @Test
  void nullInsteadOfAnOutcomeIsAFailure() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) {
                return null;
              }
            },
            plan().build());
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(200, 0, 200, 0, 0, 0));
    assertThat(result.summary().errors().getFirst().message()).contains("returned null");
  }

  @Test
  void anErrorEndsTheRun() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) {
                if (operation.sequence() == 50) {
                  throw new OutOfMemoryError("Java heap space");
                }
                return Outcome.OK;
              }
            },
            plan().build());
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().problems()).anyMatch(p -> p.contains("OutOfMemoryError"));
    assertThat(result.summary().ledger().scheduled()).isBetween(50L, 60L);
    assertThat(result.summary().ledger().failed()).isEqualTo(1);
  }

  @Test
  void aRateBeyondReachIsAccountedFor() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) {
                sleepDeaf(clock.nanoTime() + 10 * MS);
                return Outcome.OK;
              }
            },
            plan().target(Rate.parse("100k/s")).schedule(ScheduleMode.SHARED).build());
    Ledger ledger = result.summary().ledger();
    assertThat(ledger.scheduled()).isEqualTo(200_000);
    assertThat(ledger.succeeded()).isEqualTo(3 * 300 - 3); // 10 ms each, 2 s and 1 s of drain
    assertThat(ledger.inFlight()).isEqualTo(3);
    assertThat(result.summary().findings()).anyMatch(f -> f.startsWith("WARNING: the backlog"));
  }

  @Test
  void threadsWhoseFirstOperationWouldComeInCenturiesHaveNone() throws Exception {
    RunResult result =
        run(new FaultyDriver(), plan().threads(500).target(Rate.parse("0.001/h")).build());
    assertThat(result.summary().ledger().balances()).isTrue();
  }

  @Test
  void manyThreadsEndAsOne() throws Exception {
    for (int threads : new int[] {1, 5_000}) {
      RunResult result =
          run(new FaultyDriver(), plan().threads(threads).target(Rate.parse("5k/s")).build());
      assertThat(result.summary().ledger()).isEqualTo(new Ledger(10_000, 10_000, 0, 0, 0, 0));
    }
  }

  @Test
  void aSuspendedMachineShowsAsLagOfTheGenerator() throws Exception {
    RunSummary summary = runSuspended(S).summary();
    assertThat(summary.ledger()).isEqualTo(new Ledger(200, 200, 0, 0, 0, 0));
    assertThat(summary.all().lag().max().value()).isBetween(0.98 * S, 1.01 * S);
    assertThat(summary.all().service().max().value()).isZero();
    assertThat(summary.all().waiting().max().value()).isZero();
  }

  @Test
  void aSuspensionBeyondTheEndOfTheRunLosesNothing() throws Exception {
    RunResult result = runSuspended(3600 * S);
    assertThat(result.summary().ledger().balances()).isTrue();
    assertThat(result.summary().ledger().scheduled()).isEqualTo(200);
  }

  private RunResult runSuspended(long ns) throws RunFailedException {
    try (Clock.Enrolment enrolment = clock.enrol()) {
      clock
          .thread(
              "suspender",
              () -> {
                sleepDeaf(S / 2);
                clock.jump(ns);
              })
          .start();
      return LoadGenerator.on(clock, new FaultyDriver()).run(plan().build());
    }
  }

  @Test
  void aStepOfTheWallClockBendsNothing() throws Exception {
    Path output = directory.resolve("run");
    SteppedClock stepped = new SteppedClock(clock);
    LoadGenerator.on(stepped, new FaultyDriver()).run(plan().output(output).build());

    double before = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(output.resolve("latency.hlog").toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line == null) {
          break; // a comment
        }
        double startSec = line.getStartTimeStamp() / 1e3 - reader.getStartTimeSec();
        assertThat(startSec).isBetween(before - 0.002, 4.0);
        before = startSec;
      }
      assertThat(reader.getStartTimeSec()).isEqualTo(1_700_000_000.030);
    }
    assertThat(before).isPositive();
  }
}
