package dev.loadgen.engine.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The closed forms against figures in print and against one another, and the errors of cycles
/// against errors that are known.
class TheoryTest {
  @Test
  void erlangsFormulaGivesThePublishedFigures() {
    assertThat(new MarkovQueue(1, 0.8, 1).waiting()).isCloseTo(0.8, within(1e-12));
    assertThat(new MarkovQueue(2, 0.5, 1).waiting()).isCloseTo(1.0 / 3, within(1e-12));
    // c = 4 at two erlangs: (2⁴ ÷ 4!) · 2 ÷ (1 + 2 + 2 + 4/3 + 4/3) = 4/23.
    assertThat(new MarkovQueue(4, 0.5, 1).waiting()).isCloseTo(4.0 / 23, within(1e-12));
    assertThat(new MarkovQueue(10, 0.8, 1).waiting()).isCloseTo(0.4092, within(5e-5));
  }

  @Test
  void withExponentialServiceBothFormulasAreOne() {
    assertThat(PollaczekKhinchine.meanWaitNs(0.8, 3, 1))
        .isCloseTo(new MarkovQueue(1, 0.8, 3).meanWaitNs(), within(1e-12));
    assertThat(PollaczekKhinchine.meanWaitNs(0.8, 3, 0)).isCloseTo(6, within(1e-12));
  }

  @Test
  void waitsAreExceededByAsManyAsAsked() {
    MarkovQueue queue = new MarkovQueue(10, 0.8, 1);
    assertThat(queue.exceededByNs(queue.waiting())).isZero();
    double p = 0.01;
    double step = 1e-6;
    assertThat((queue.exceededByNs(p - step) - queue.exceededByNs(p + step)) / (2 * step))
        .isCloseTo(1 / queue.densityAt(p), within(1e-3));
  }

  @Test
  void atNinetyFivePercentOnePerCentTakesSeventeenMillionCustomers() {
    MarkovQueue queue = new MarkovQueue(1, 0.95, 1);
    assertThat(queue.errorOfMeanWaitNs(16_830_000) / queue.meanWaitNs())
        .isCloseTo(0.01, within(1e-5));
  }

  @Test
  void ofIndependentValuesTheErrorIsTheUsualOne() {
    SplittableRandom random = new SplittableRandom(1);
    RegenerativeCycles cycles = new RegenerativeCycles(1);
    for (int i = 0; i <= 100_000; i++) {
      cycles.regenerate();
      cycles.add(new double[] {random.nextDouble()});
    }
    double usual = Math.sqrt(1.0 / 12 / 100_000);
    assertThat(cycles.count()).isEqualTo(100_000);
    assertThat(cycles.error(0)).isCloseTo(usual, within(0.01 * usual));
    assertThat(cycles.mean(0)).isCloseTo(0.5, within(4 * usual));
  }

  /// By Lindley's recursion, which has nothing of the engine.
  @Test
  void ofWaitsTheErrorIsTheAsymptoticOne() {
    MarkovQueue queue = new MarkovQueue(1, 0.5, 1);
    SplittableRandom random = new SplittableRandom(2);
    RegenerativeCycles cycles = new RegenerativeCycles(1);
    int customers = 2_000_000;
    double wait = 0;
    for (int i = 0; i < customers; i++) {
      if (wait == 0) {
        cycles.regenerate();
      }
      cycles.add(new double[] {wait});
      double service = -Math.log1p(-random.nextDouble());
      double distance = -Math.log1p(-random.nextDouble()) / 0.5;
      wait = Math.max(0, wait + service - distance);
    }
    double error = queue.errorOfMeanWaitNs(customers);
    assertThat(cycles.error(0)).isCloseTo(error, within(0.05 * error));
    assertThat(cycles.mean(0)).isCloseTo(queue.meanWaitNs(), within(4 * error));
  }
}
