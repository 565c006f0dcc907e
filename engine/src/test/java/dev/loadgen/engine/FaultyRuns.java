package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.VirtualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/// Runs of drivers that go wrong, on the virtual clock: whatever they do, the run ends in time and
/// the ledger balances.
abstract class FaultyRuns {
  static final long MS = 1_000_000;
  static final long S = 1_000 * MS;
  static final Duration GRACE = Duration.ofSeconds(5);

  @TempDir Path directory;

  final VirtualClock clock = new VirtualClock(0, 1_700_000_000_000L);
  final List<String> problems = new ArrayList<>();
  final RunListener said =
      new RunListener() {
        @Override
        public void problem(String sentence) {
          problems.add(sentence);
        }
      };

  static RunPlan.Builder plan() {
    return RunPlan.builder()
        .target(Rate.parse("100/s"))
        .threads(3)
        .duration(Duration.ofSeconds(2))
        .drain(Duration.ofSeconds(1));
  }

  /// Runs; whatever the driver does, it must not take longer than plan, drain and grace.
  final RunResult run(FaultyDriver driver, RunPlan plan) throws RunFailedException {
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

  final void sleepDeaf(long untilNs) {
    while (clock.nanoTime() < untilNs) {
      clock.parkUntil(untilNs);
    }
  }
}
