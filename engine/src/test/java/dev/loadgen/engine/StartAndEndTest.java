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
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What can go wrong before a load and after it, on the virtual clock: creating, opening, starting,
/// closing, and stops at each of these moments.
class StartAndEndTest extends FaultyRuns {
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
  void aDriverThatIsDeafWhileItIsCreatedIsGivenUpAtTheSecondStop() {
    FaultyDriver driver =
        new FaultyDriver() {
          @Override
          public Driver create(Settings settings, DriverContext context) {
            sleepDeaf(1_000 * S);
            return this;
          }
        };
    LoadGenerator generator = LoadGenerator.on(clock, driver);
    try (Clock.Enrolment enrolment = clock.enrol()) {
      long startNs = clock.nanoTime();
      clock
          .thread(
              "stopper",
              () -> {
                clock.parkUntil(startNs + S);
                generator.stop();
                clock.parkUntil(startNs + 2 * S);
                generator.stop();
              })
          .start();
      assertThatThrownBy(() -> generator.run(plan().output(directory.resolve("out")).build()))
          .isInstanceOf(RunFailedException.class)
          .hasMessageContaining("stopped before the load began");
      assertThat(clock.nanoTime() - startNs).isEqualTo(2 * S);
      assertThat(directory).isEmptyDirectory();
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
}
