package dev.loadgen.mockdb.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ModelTest {
  private static final int SAMPLES = 100_000;

  /// The Kolmogorov–Smirnov statistic must stay below its 0.1% critical value, 1.95 ÷ √n.
  private static void assertDistribution(LatencyModel model, DoubleUnaryOperator cdf) {
    double[] sample = new double[SAMPLES];
    Arrays.setAll(sample, k -> model.serviceNs(k));
    Arrays.sort(sample);
    double worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double expected = cdf.applyAsDouble(sample[i]);
      worst = Math.max(worst, Math.abs(expected - (double) i / SAMPLES));
      worst = Math.max(worst, Math.abs(expected - (i + 1.0) / SAMPLES));
    }
    assertThat(worst).isLessThan(1.95 / Math.sqrt(SAMPLES));
  }

  private static double uniform(double x, double from, double to) {
    return Math.clamp((x - from) / (to - from), 0.0, 1.0);
  }

  @Test
  void exponentialUniformAndFourModesFollowTheirDistributions() {
    assertDistribution(
        new LatencyModel.Exponential(5_000_000, 11), x -> 1 - Math.exp(-x / 5_000_000));
    assertDistribution(
        new LatencyModel.Uniform(1000, 9_001_000, 12), x -> uniform(x, 1e3, 9.001e6));
    assertDistribution(
        new LatencyModel.StopTheWorld(13),
        x ->
            0.9 * uniform(x, 2e5, 1e6)
                + 0.09 * uniform(x, 1e6, 1e7)
                + 0.0099 * uniform(x, 1e7, 5e7)
                + 0.0001 * uniform(x, 5e7, 2e8));
  }

  @Test
  void theMedianAndSpreadOfLognormalAreAsGiven() {
    LatencyModel model = new LatencyModel.Lognormal(1_000_000, 0.5, 3);
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < SAMPLES; k++) {
      double log = Math.log(model.serviceNs(k) / 1e6);
      sum += log;
      squares += log * log;
    }
    double mean = sum / SAMPLES;
    assertThat(mean).isBetween(-0.01, 0.01); // 6 standard errors
    assertThat(Math.sqrt(squares / SAMPLES - mean * mean)).isBetween(0.49, 0.51);
  }

  @Test
  void costsDependOnSeedAndSequenceAlone() {
    LatencyModel one = new LatencyModel.StopTheWorld(5);
    LatencyModel same = new LatencyModel.StopTheWorld(5);
    LatencyModel other = new LatencyModel.StopTheWorld(6);
    assertThat(one.serviceNs(77)).isEqualTo(same.serviceNs(77)).isNotEqualTo(other.serviceNs(77));
  }

  @Test
  void periodicPausesAgreeWithAWalkThroughTime() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 3000; i++) {
      long period = 2 + random.nextLong(30);
      PeriodicPauses pauses = new PeriodicPauses(1 + random.nextLong(period - 1), period);
      long start = random.nextLong(-20, 100);
      long work = 1 + random.nextLong(80);
      long now = start;
      long left = work;
      while (left > 0) {
        left -= pauses.frozenAt(now) ? 0 : 1;
        now++;
      }
      assertThat(pauses.runningNs(start, now))
          .as("%s from %d to %d", pauses, start, now)
          .isEqualTo(work);
      assertThat(pauses.finish(start, work))
          .as("%s from %d, %d", pauses, start, work)
          .isEqualTo(now);
    }
  }
}
