package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.watch.SelfWatch;
import dev.loadgen.histograms.summary.CounterSummary;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs on the machine's own clock: what belongs to it alone.
class SystemRunTest {
  @TempDir Path directory;

  private static final class Counting extends FaultyDriver {
    final AtomicInteger executed = new AtomicInteger();
    final Set<Long> sequences = ConcurrentHashMap.newKeySet();
    final AtomicInteger executedBeforeStart = new AtomicInteger();
    volatile boolean started;

    @Override
    public Driver create(Settings settings, DriverContext context) {
      return new Driver() {
        @Override
        public Session open(int index) throws Exception {
          return Counting.this.open(index);
        }

        @Override
        public void starting(long untilStartNs) {
          started = true;
        }
      };
    }

    @Override
    Outcome execute(Operation operation) {
      executed.incrementAndGet();
      sequences.add(operation.sequence());
      executedBeforeStart.addAndGet(started ? 0 : 1);
      return Outcome.OK;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theGeneratorWarmsItselfUpWithoutTouchingTheSystem(boolean warmup) throws Exception {
    Counting driver = new Counting();
    RunSummary summary =
        LoadGenerator.of(driver)
            .run(
                RunPlan.builder()
                    .target(Rate.parse("1000/s"))
                    .threads(2)
                    .operations(200)
                    .harnessWarmup(warmup)
                    .build())
            .summary();
    assertThat(summary.ledger()).isEqualTo(new Ledger(200, 200, 0, 0, 0, 0));
    assertThat(driver.executed.get()).isEqualTo(200);
    assertThat(driver.sequences).hasSize(200).contains(0L, 199L);
    assertThat(driver.executedBeforeStart.get()).isZero();
    assertThat(summary.findings().stream().filter(f -> f.contains("warmed itself up")).count())
        .isEqualTo(warmup ? 1 : 0);
  }

  @Test
  void theGeneratorIsWatched() throws Exception {
    Path output = directory.resolve("run");
    RunSummary summary =
        LoadGenerator.of(new FaultyDriver())
            .run(
                RunPlan.builder()
                    .target(Rate.parse("200/s"))
                    .duration(Duration.ofMillis(300))
                    .interval(Duration.ofMillis(50))
                    .output(output)
                    .build())
            .summary();
    assertThat(summary.hiccup().count()).isPositive();
    assertThat(summary.counters())
        .extracting(CounterSummary::name)
        .contains(SelfWatch.CPU, SelfWatch.GC_PAUSE);
    assertThat(summary.findings()).anyMatch(f -> f.contains("an idle thread woke"));
    assertThat(Files.readString(output.resolve("latency.hlog"))).contains("Tag=hiccup,");
    assertThat(Files.readString(output.resolve("timeline.csv")))
        .startsWith("start_s,")
        .contains(",generator.cpu,generator.gc-pause,");
    assertThat(Files.readString(output.resolve("summary.json"))).contains("\"hiccup\"");
  }

  @Test
  void hiccupsOfTheWarmUpAreNotTheWindows() throws Exception {
    RunSummary summary =
        LoadGenerator.of(new Counting())
            .run(
                RunPlan.builder()
                    .target(Rate.parse("100/s"))
                    .warmup(Duration.ofMillis(1500))
                    .duration(Duration.ofMillis(500))
                    .interval(Duration.ofMillis(100))
                    .harnessWarmup(false)
                    .build())
            .summary();
    // One is measured every 5 ms; the first of the window may be counted with those before it.
    long windowMs = (summary.elapsedNs() + 50_000_000) / 1_000_000;
    assertThat(summary.hiccup().count()).isBetween(1L, windowMs / 5 + 1);
  }
}
