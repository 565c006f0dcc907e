package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RateProfile;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.summary.HeldBack;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.mockdb.MockDbProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The open model on the virtual clock, against closed forms; and drivers that complete wrongly.
class OpenModelTest {
  private static final long MS = 1_000_000;

  private final VirtualClock clock = new VirtualClock(77, 1_700_000_000_000L);

  private static RunPlan.Builder plan(int maxInFlight, int dispatchers, SessionStyle style) {
    return RunPlan.builder()
        .target(Rate.parse("1000/s"))
        .open(new OpenModel(maxInFlight, dispatchers, Optional.empty(), Optional.of(style)))
        .duration(Duration.ofSeconds(1))
        .drain(Duration.ofHours(1));
  }

  @ParameterizedTest
  @EnumSource(SessionStyle.class)
  void independentUsersMeetAFreezeEachByHimself(SessionStyle style) throws Exception {
    OperationSummary all =
        LoadGenerator.on(clock, new MockDbProvider(new VirtualMachine(clock)))
            .run(
                plan(10_000, 1, style)
                    .duration(Duration.ofSeconds(10))
                    .property("mockdb.mode", "fixed")
                    .property("mockdb.delay", "1ms")
                    .property("mockdb.pauses", "200ms every 1s")
                    .build())
            .summary()
            .all();
    // Of 1000 operations in a second, the k-th of those in the pause waits 200 − k ms for its end.
    assertThat(all.succeeded()).isEqualTo(10_000);
    assertThat(all.response().percentile(50).value()).isCloseTo(1e6, within(1e3));
    assertThat(all.response().percentile(90).value()).isCloseTo(101e6, within(1.1e6));
    assertThat(all.response().percentile(99).value()).isCloseTo(191e6, within(1.1e6));
    assertThat(all.response().mean().value()).isCloseTo((1 + 20.1) * 1e6, within(0.1e6));
    assertThat(all.response().mean().value()).isEqualTo(all.service().mean().value());
    assertThat(all.waiting().max().value()).isZero();
    assertThat(all.lag().max().value()).isZero();
  }

  @ParameterizedTest
  @EnumSource(SessionStyle.class)
  void atTheBoundOperationsWaitAndTheirMeterRuns(SessionStyle style) throws Exception {
    RunResult result =
        LoadGenerator.on(clock, new SimulatedDriver(clock, k -> 10 * MS))
            .run(plan(5, 1, style).build());
    // Operation k, due at k ms, starts at ⌊k ÷ 5⌋ · 10 + k mod 5 ms.
    double waits = 0;
    for (int k = 0; k < 1000; k++) {
      waits += k / 5 * 10 + k % 5 - k;
    }
    OperationSummary all = result.summary().all();
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(1000, 1000, 0, 0, 0, 0));
    assertThat(all.waiting().mean().value()).isCloseTo(waits / 1000 * MS, within(1.0));
    assertThat(all.lag().max().value()).isZero();
    assertThat(all.service().mean().value()).isEqualTo(10.0 * MS);
    assertThat(all.response().max().value()).isCloseTo((995 + 10) * 1e6, within(1e6));
    assertThat(result.summary().heldBack()).isEqualTo(new HeldBack(995, 995 * MS, 5));
    assertThat(result.summary().findings())
        .anySatisfy(finding ->
            assertThat(finding)
                .contains("995 operations (99.5%) were due while 5 were in flight")
                .contains("--max-in-flight"));
  }

  @ParameterizedTest
  @EnumSource(SessionStyle.class)
  void forHowLongTheOldestHasBeenDueIsToldWhileItIsInFlight(SessionStyle style) throws Exception {
    List<Long> backlogs = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(IntervalReport report) {
            backlogs.add(report.backlogNs());
          }
        };
    RunPlan plan =
        plan(10_000, 1, style)
            .duration(Duration.ofSeconds(3))
            .interval(Duration.ofSeconds(1))
            .drain(Duration.ZERO)
            .build();
    LoadGenerator.on(clock, new SimulatedDriver(clock, k -> k == 100 ? 10_000 * MS : 0))
        .listener(listener)
        .run(plan);
    assertThat(backlogs.subList(0, 2)).containsExactly(900 * MS, 1900 * MS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void severalDispatchersShareOneScheduleAndTheBound(int dispatchers) throws Exception {
    RunResult result =
        LoadGenerator.on(clock, new SimulatedDriver(clock, k -> 20 * MS))
            .run(plan(21, dispatchers, SessionStyle.ASYNC).build());
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(1000, 1000, 0, 0, 0, 0));
    assertThat(result.summary().all().service().max().value()).isCloseTo(20e6, within(2e4));
    if (dispatchers == 1) {
      assertThat(result.summary().heldBack()).isEqualTo(new HeldBack(0, 0, 21));
    }
  }

  @Test
  void fewBlockingSessionsAreABoundOfTheirOwn() throws Exception {
    RunResult result =
        LoadGenerator.on(clock, new SimulatedDriver(clock, k -> 10 * MS))
            .run(
                plan(100, 1, SessionStyle.BLOCKING)
                    .open(new OpenModel(100, 1, Optional.of(5), Optional.of(SessionStyle.BLOCKING)))
                    .build());
    assertThat(result.summary().heldBack().count()).isEqualTo(995);
    assertThat(result.summary().findings())
        .anySatisfy(finding -> assertThat(finding).contains("5 were in flight", "--sessions"));
  }

  /// How an asynchronous session goes wrong with every third operation.
  enum Fault {
    TWICE {
      @Override
      void end(long ticket, Completions completions) {
        completions.complete(ticket, Outcome.OK);
        completions.fail(ticket, new IllegalStateException("again"));
      }
    },
    OF_ANOTHER_TIME {
      @Override
      void end(long ticket, Completions completions) {
        completions.complete(ticket, Outcome.OK);
        completions.complete(ticket + (1L << 30), Outcome.OK);
      }
    },
    OF_NOWHERE {
      @Override
      void end(long ticket, Completions completions) {
        completions.complete(ticket, Outcome.OK);
        completions.complete(0xFFFFFF, Outcome.OK);
        completions.complete(-1, Outcome.OK);
      }
    },
    COMPLETES_AND_THROWS {
      @Override
      void end(long ticket, Completions completions) {
        completions.complete(ticket, Outcome.OK);
        throw new IllegalStateException("after all");
      }
    },
    THROWS {
      @Override
      void end(long ticket, Completions completions) {
        throw new IllegalStateException("no");
      }
    },
    NULL_OUTCOME {
      @Override
      void end(long ticket, Completions completions) {
        completions.complete(ticket, null);
      }
    },
    NULL_CAUSE {
      @Override
      void end(long ticket, Completions completions) {
        completions.fail(ticket, null);
      }
    },
    FAILS {
      @Override
      void end(long ticket, Completions completions) {
        completions.complete(ticket, Outcome.failure("REFUSED"));
      }
    },
    NEVER {
      @Override
      void end(long ticket, Completions completions) {}
    };

    abstract void end(long ticket, Completions completions);
  }

  /// Completes within the submit.
  static class AsyncOnly extends FaultyDriver {
    @Override
    public Set<SessionStyle> styles(Settings settings) {
      return Set.of(SessionStyle.ASYNC);
    }

    void submit(long sequence, long ticket, Completions completions) throws Exception {
      completions.complete(ticket, Outcome.OK);
    }

    @Override
    public AsyncSession openAsync(int index) throws Exception {
      return new AsyncSession() {
        @Override
        public void submit(Operation operation, long ticket, Completions completions)
            throws Exception {
          AsyncOnly.this.submit(operation.sequence(), ticket, completions);
        }

        @Override
        public void close() throws Exception {
          closeSession();
        }
      };
    }
  }

  private static AsyncOnly everyThird(Fault fault) {
    return new AsyncOnly() {
      @Override
      void submit(long sequence, long ticket, Completions completions) throws Exception {
        if (sequence % 3 == 0) {
          fault.end(ticket, completions);
        } else {
          completions.complete(ticket, Outcome.OK);
        }
      }
    };
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void whateverADriverCompletesEachOperationCountsOnce(Fault fault) throws Exception {
    RunResult result =
        LoadGenerator.on(clock, everyThird(fault))
            .run(
                plan(1000, 1, SessionStyle.ASYNC)
                    .operations(999)
                    .drain(Duration.ofSeconds(1))
                    .build());
    Ledger ledger = result.summary().ledger();
    switch (fault) {
      case TWICE, OF_ANOTHER_TIME, OF_NOWHERE, COMPLETES_AND_THROWS -> {
        assertThat(ledger).isEqualTo(new Ledger(999, 999, 0, 0, 0, 0));
        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.summary().problems())
            .singleElement()
            .asString()
            .contains(
                "the driver completed " + (fault == Fault.OF_NOWHERE ? 666 : 333) + " tickets");
      }
      case THROWS, NULL_OUTCOME, NULL_CAUSE, FAILS -> {
        assertThat(ledger).isEqualTo(new Ledger(999, 666, 333, 0, 0, 0));
        assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(result.summary().errors()).hasSize(fault == Fault.FAILS ? 0 : 1);
      }
      case NEVER -> {
        assertThat(ledger).isEqualTo(new Ledger(999, 666, 0, 333, 0, 0));
        assertThat(result.summary().all().response().max().lowerBoundOnly()).isTrue();
      }
      default -> throw new AssertionError(fault);
    }
  }

  @Test
  void anErrorEndsTheRun() throws Exception {
    RunResult result =
        LoadGenerator.on(
                clock,
                new AsyncOnly() {
                  @Override
                  void submit(long sequence, long ticket, Completions completions) {
                    if (sequence == 10) {
                      completions.fail(ticket, new StackOverflowError("deep"));
                    } else {
                      completions.complete(ticket, Outcome.OK);
                    }
                  }
                })
            .run(plan(10, 1, SessionStyle.ASYNC).build());
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().ledger().balances()).isTrue();
    assertThat(result.summary().ledger().scheduled()).isBetween(11L, 20L);
    assertThat(result.summary().problems()).anySatisfy(p -> assertThat(p).contains("deep"));
  }

  /// Holds back what is submitted until it is flushed.
  private static final class Pipelining extends AsyncOnly {
    private final List<Long> held = new ArrayList<>();
    private Completions completions;
    private int largest;

    @Override
    public AsyncSession openAsync(int index) {
      return new AsyncSession() {
        @Override
        public void submit(Operation operation, long ticket, Completions where) {
          held.add(ticket);
          completions = where;
        }

        @Override
        public void flush() {
          largest = Math.max(largest, held.size());
          held.forEach(ticket -> completions.complete(ticket, Outcome.OK));
          held.clear();
        }
      };
    }
  }

  @Test
  void whatIsDueTogetherIsFlushedTogetherAndNothingIsForgotten() throws Exception {
    Pipelining driver = new Pipelining();
    RunResult result =
        LoadGenerator.on(clock, driver)
            .run(
                plan(1000, 1, SessionStyle.ASYNC)
                    .arrivals(dev.loadgen.engine.plan.Arrivals.parse("burst:50"))
                    .build());
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(1000, 1000, 0, 0, 0, 0));
    assertThat(driver.largest).isEqualTo(50);
    assertThat(result.summary().all().response().max().value()).isZero();
  }

  @Test
  void aDriverWithAsynchronousSessionsAloneServesTheClosedModelToo() throws Exception {
    RunResult result =
        LoadGenerator.on(clock, new AsyncOnly())
            .run(
                RunPlan.builder()
                    .target(Rate.parse("1000/s"))
                    .threads(3)
                    .duration(Duration.ofSeconds(1))
                    .build());
    assertThat(result.summary().ledger().succeeded()).isEqualTo(1000);
    RunResult faulty =
        LoadGenerator.on(clock, everyThird(Fault.NULL_OUTCOME))
            .run(RunPlan.builder().target(Rate.parse("1000/s")).operations(999).build());
    assertThat(faulty.summary().ledger().failed()).isEqualTo(333);
  }

  @Test
  void aStyleThatTheDriverLacksIsRefused() {
    RunPlan plan = plan(10, 1, SessionStyle.BLOCKING).build();
    assertThatThrownBy(() -> LoadGenerator.on(clock, new AsyncOnly()).run(plan))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("--session-style blocking");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void arrivalsAtRandomAreAwaitedUntilTheLastOfSoMany(long seed) throws Exception {
    // They take as long as they take, which is not n times the mean distance.
    RunPlan plan =
        plan(100, 1, SessionStyle.ASYNC)
            .target(Rate.parse("0.1/s"))
            .arrivals(Arrivals.parse("poisson"))
            .seed(seed)
            .duration(null)
            .drain(Duration.ofSeconds(1))
            .operations(5)
            .objective(Objective.parse("achieved >= 100%"))
            .build();
    RunResult result = LoadGenerator.on(clock, new SimulatedDriver(clock, k -> 0)).run(plan);
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(5, 5, 0, 0, 0, 0));
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(result.summary().all().achievedPerSecond())
        .isEqualTo(5e9 / result.summary().windowNs());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // What follows a curve begins with exactly the number that it comes to.
        "ramp 1k..3k over 2s | 1s | 4s | 10000",
        "ramp 1k..3k over 2s | 0s | 2s | 4000",
        "ramp 300..100 over 3s, 1k | 1s | 4s | 1600",
        "sine 1k+-1k every 1s for 3s, 500 | 2s | 5s | 4000",
        "1k for 1s, 5k for 500ms, 100 for 1s | 0s | 3s | 3650",
      })
  void aProfileHasExactlyTheOperationsThatItComesTo(
      String profile, String warmup, String duration, long count) throws Exception {
    RunPlan plan =
        plan(100, 1, SessionStyle.ASYNC)
            .target(RateProfile.parse(profile))
            .warmup(Duration.parse("PT" + warmup))
            .duration(Duration.parse("PT" + duration))
            .build();
    RunResult result = LoadGenerator.on(clock, new SimulatedDriver(clock, k -> 0)).run(plan);
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(count, count, 0, 0, 0, 0));
  }

  @Test
  void aReplayOfSoManyOperationsEndsIfNoneIsAnswered(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("r.csv"), "intended_s\n0\n1\n2\n5000\n");
    RunPlan plan =
        RunPlan.builder()
            .replay(new Replay(file, 1))
            .open(new OpenModel(10, 1, Optional.empty(), Optional.of(SessionStyle.BLOCKING)))
            .operations(3)
            .build();
    RunResult result =
        LoadGenerator.on(clock, new SimulatedDriver(clock, k -> Long.MAX_VALUE / 4)).run(plan);
    assertThat(result.summary().ledger()).isEqualTo(new Ledger(3, 0, 0, 3, 0, 0));
    assertThat(result.summary().elapsedNs()).isBetween(2_000 * MS, 10_000 * MS);
  }
}
