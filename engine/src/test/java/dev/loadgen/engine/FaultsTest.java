package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.summary.ErrorSample;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Everything that can go wrong with a driver or a machine, on the virtual clock: the ledger
/// balances, the run ends in time, and what went wrong is said.
class FaultsTest {
  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Duration GRACE = Duration.ofSeconds(5);

  @TempDir Path directory;

  private final VirtualClock clock = new VirtualClock(0, 1_700_000_000_000L);
  private final List<String> problems = new ArrayList<>();
  private final RunListener said =
      new RunListener() {
        @Override
        public void problem(String sentence) {
          problems.add(sentence);
        }
      };

  private static RunPlan.Builder plan() {
    return RunPlan.builder()
        .target(Rate.parse("100/s"))
        .threads(3)
        .duration(Duration.ofSeconds(2))
        .drain(Duration.ofSeconds(1));
  }

  /// Runs; whatever the driver does, it must not take longer than plan, drain and grace.
  private RunResult run(FaultyDriver driver, RunPlan plan) throws RunFailedException {
    long fromNs = clock.nanoTime();
    RunResult result;
    long untilNs;
    try (Clock.Enrolment enrolment = clock.enrol()) { // time stands still before and after the run
      result = LoadGenerator.on(clock, driver).listener(said).run(plan);
      untilNs = clock.nanoTime();
    }
    Duration longest =
        plan.warmup()
            .plus(plan.duration().orElseThrow())
            .plus(plan.drain())
            .plus(GRACE)
            .plusMillis(100);
    assertThat(Duration.ofNanos(untilNs - fromNs)).isLessThanOrEqualTo(longest);
    assertThat(result.summary().ledger().balances()).as("%s", result.summary().ledger()).isTrue();
    return result;
  }

  private void sleepDeaf(long untilNs) {
    while (clock.nanoTime() < untilNs) {
      clock.parkUntil(untilNs);
    }
  }

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

  @Test
  void aSessionThatCannotBeOpenedStopsTheStartAndTheOthersAreClosed() {
    FaultyDriver driver =
        new FaultyDriver() {
          @Override
          public Session open(int index) throws Exception {
            if (index == 1) {
              throw new IOException("connection refused");
            }
            return super.open(index);
          }
        };
    assertThatThrownBy(() -> run(driver, plan().output(directory.resolve("new/run")).build()))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("IOException: connection refused")
        .hasRootCauseInstanceOf(IOException.class);
    assertThat(driver.closedSessions.get()).isEqualTo(2);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDriverThatCannotBeCreatedStopsTheStart() {
    FaultyDriver driver =
        new FaultyDriver() {
          @Override
          public Driver create(Settings settings, DriverContext context) throws Exception {
            throw new IOException("no route to host");
          }
        };
    assertThatThrownBy(() -> run(driver, plan().build()))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("no route to host");
  }

  @Test
  void sessionsThatHangOrFailAsTheyCloseDoNotLengthenTheRun() throws Exception {
    RunPlan tenOperations =
        RunPlan.builder().target(Rate.parse("100/s")).threads(2).operations(10).build();
    for (boolean hangs : new boolean[] {true, false}) {
      problems.clear();
      FaultyDriver driver =
          new FaultyDriver() {
            @Override
            void closeSession() {
              if (hangs) {
                sleepDeaf(Long.MAX_VALUE / 2);
              }
              throw new AssertionError("never mind");
            }
          };
      RunSummary summary =
          LoadGenerator.on(clock, driver).listener(said).run(tenOperations).summary();
      assertThat(summary.ledger()).isEqualTo(new Ledger(10, 10, 0, 0, 0, 0));
      assertThat(summary.windowNs()).isEqualTo(100 * MS);
      assertThat(summary.all().achievedPerSecond()).isEqualTo(100);
      assertThat(problems)
          .singleElement()
          .asString()
          .contains(
              hangs ? "2 of 2 workers hang" : "2 of 2 sessions failed to close: AssertionError");
    }
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
  void aStopBeforeTheDriverIsCreatedIsNotLost() {
    LoadGenerator generator =
        LoadGenerator.on(
            clock,
            new FaultyDriver() {
              @Override
              public Driver create(Settings settings, DriverContext context) {
                throw new AssertionError("created after all");
              }
            });
    generator.stop();
    assertThatThrownBy(() -> generator.run(plan().build()))
        .hasMessage("stopped before the load began");
  }

  @Test
  void anAbortedRunHasFailedAndIsWritten() throws Exception {
    LoadGenerator[] generator = new LoadGenerator[1];
    generator[0] =
        LoadGenerator.on(
            clock,
            new FaultyDriver() {
              @Override
              Outcome execute(Operation operation) {
                if (operation.sequence() == 50) {
                  generator[0].abort(new IllegalStateException("exit"));
                }
                return Outcome.OK;
              }
            });
    RunResult result = generator[0].run(plan().build());
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().outcome()).isEqualTo("failed");
    assertThat(result.summary().problems())
        .containsExactly("the run ended because of IllegalStateException: exit");
    assertThat(result.summary().ledger().balances()).isTrue();
  }

  @Test
  void countersCannotTakeTheGeneratorsNames() {
    for (String name : new String[] {"generator.cpu", "machine.steal", "Upper", ""}) {
      FaultyDriver driver =
          new FaultyDriver() {
            @Override
            public Driver create(Settings settings, DriverContext context) {
              context.counter(name, "ns");
              return this;
            }
          };
      assertThatThrownBy(() -> run(driver, plan().build()))
          .isInstanceOf(RunFailedException.class)
          .hasMessageContaining("a counter cannot be named '" + name + "'");
    }
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
  void aStopInTheDrainSaysThatTheWindowWasOver() throws Exception {
    LoadGenerator generator =
        LoadGenerator.on(clock, new SimulatedDriver(clock, k -> k == 150 ? 20 * S : 0));
    try (Clock.Enrolment enrolment = clock.enrol()) {
      long startNs = clock.nanoTime();
      clock
          .thread(
              "stopper",
              () -> {
                clock.parkUntil(startNs + 2_500 * MS);
                generator.stop();
                generator.stop();
              })
          .start();
      RunResult result = generator.run(plan().drain(Duration.ofSeconds(9)).build());
      assertThat(result.status()).isEqualTo(RunStatus.INTERRUPTED);
      assertThat(result.summary().windowNs()).isEqualTo(2 * S);
      assertThat(result.summary().findings().getFirst())
          .startsWith("INTERRUPTED: the window was over");
    }
  }

  @Test
  void aStopInterruptsADriverThatIsBeingCreated() {
    LoadGenerator[] generator = new LoadGenerator[1];
    FaultyDriver driver =
        new FaultyDriver() {
          @Override
          public Driver create(Settings settings, DriverContext context) throws Exception {
            generator[0].stop();
            if (Thread.interrupted()) {
              throw new InterruptedException();
            }
            return this;
          }
        };
    generator[0] = LoadGenerator.on(clock, driver);
    assertThatThrownBy(() -> generator[0].run(plan().build()))
        .isInstanceOfSatisfying(
            RunFailedException.class, e -> assertThat(e.exitCode()).isEqualTo(130))
        .hasMessage("stopped before the load began");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(driver.closedSessions.get()).isZero();
  }

  @Test
  void aStopWhenAllIsOverChangesNothing() throws Exception {
    LoadGenerator[] generator = new LoadGenerator[1];
    FaultyDriver driver =
        new FaultyDriver() {
          @Override
          public void close() {
            generator[0].stop();
          }
        };
    generator[0] = LoadGenerator.on(clock, driver);
    assertThat(generator[0].run(plan().build()).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aDriverThatIsSlowToStartTheLoadIsNamed() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              public void starting(long untilStartNs) {
                sleepDeaf(clock.nanoTime() + untilStartNs + S);
              }
            },
            plan().build());
    assertThat(result.summary().findings())
        .anyMatch(f -> f.startsWith("The load began 1.00 s after its schedule"));
  }

  @Test
  void aDriverThatFailsAsTheLoadBeginsStopsTheStart() {
    FaultyDriver driver =
        new FaultyDriver() {
          @Override
          public void starting(long untilStartNs) {
            throw new IllegalStateException("not ready");
          }
        };
    assertThatThrownBy(() -> run(driver, plan().output(directory.resolve("run")).build()))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("IllegalStateException: not ready");
    assertThat(driver.closedSessions.get()).isEqualTo(3);
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
  void closingThatHangsIsAbandonedAndSaid() throws Exception {
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              void closeSession() {
                sleepDeaf(Long.MAX_VALUE / 2);
              }

              @Override
              public void close() {
                sleepDeaf(Long.MAX_VALUE / 2);
              }
            },
            plan().build());
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(200, 200, 0, 0, 0, 0));
    assertThat(problems)
        .containsExactly(
            "3 of 3 workers hang in the driver and were abandoned",
            "the driver did not close within 5 s and was abandoned");
    assertThat(result.summary().problems()).isEqualTo(problems);
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETED); // what was measured stands
  }

  @Test
  void closingThatThrowsLosesNothing() throws Exception {
    Path output = directory.resolve("run");
    RunResult result =
        run(
            new FaultyDriver() {
              @Override
              void closeSession() throws Exception {
                throw new IOException("already gone");
              }

              @Override
              public void close() throws Exception {
                throw new IOException("already gone");
              }
            },
            plan().output(output).build());
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(200, 200, 0, 0, 0, 0));
    assertThat(output.resolve("summary.json"))
        .content()
        .contains("the driver failed to close: IOException: already gone");
    assertThat(output).isDirectoryNotContaining("glob:**.part");
    assertThat(problems)
        .containsExactly(
            "3 of 3 sessions failed to close: IOException: already gone",
            "the driver failed to close: IOException: already gone");
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
