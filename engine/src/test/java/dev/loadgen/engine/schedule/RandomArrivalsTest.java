package dev.loadgen.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.engine.schedule.RandomArrivals.Distance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/// Arrivals at random against the distributions that they are to have: Kolmogorov and Smirnov's
/// test of the distances, and the dispersion of counts.
class RandomArrivalsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int MANY = 200_000;
  private static final double KS_ONE_IN_TEN_THOUSAND = 2.23; // of √n · D
  private static final Timetable RATE = new ConstantRate(1000, SECOND);

  private static double[] times(ArrivalSequence arrivals, int count) {
    double[] times = new double[count];
    for (int i = 0; i < count; i++) {
      assertThat(arrivals.advance()).isTrue();
      times[i] = arrivals.offsetNs();
    }
    return times;
  }

  private static double[] distances(double[] times) {
    double[] distances = new double[times.length];
    for (int i = 0; i < times.length; i++) {
      distances[i] = times[i] - (i == 0 ? 0 : times[i - 1]);
    }
    return distances;
  }

  /// √n times the largest distance between what was seen and a distribution.
  private static double ks(double[] sample, DoubleUnaryOperator distribution) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = distribution.applyAsDouble(sorted[i]);
      largest = Math.max(largest, Math.abs(expected - i / (double) sorted.length));
      largest = Math.max(largest, Math.abs((i + 1) / (double) sorted.length - expected));
    }
    return Math.sqrt(sorted.length) * largest;
  }

  /// Variance over mean of the counts in slices of time: 1 for a Poisson process.
  private static double dispersion(double[] times, double sliceNs) {
    int slices = (int) (times[times.length - 1] / sliceNs);
    double[] counts = new double[slices];
    for (double time : times) {
      if (time < slices * sliceNs) {
        counts[(int) (time / sliceNs)]++;
      }
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance = Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / (slices - 1);
    return variance / mean;
  }

  @Test
  void poissonArrivalsHaveExponentialDistancesAndEquallyDispersedCounts() {
    double[] times = times(new RandomArrivals(RATE, Distance.EXPONENTIAL, 1, 11), MANY);
    assertThat(ks(distances(times), ns -> 1 - Math.exp(-ns / 1e6)))
        .isLessThan(KS_ONE_IN_TEN_THOUSAND);
    // 20,000 slices of 10: the index of dispersion has a standard deviation of √(2 ÷ 20,000).
    assertThat(dispersion(times, 1e7)).isBetween(1 - 4 * 0.01, 1 + 4 * 0.01);
  }

  @Test
  void uniformArrivalsHaveUniformDistancesAndAreMoreEvenThanPoissons() {
    double[] times = times(new RandomArrivals(RATE, Distance.UNIFORM, 1, 12), MANY);
    assertThat(ks(distances(times), ns -> Math.min(1, ns / 2e6)))
        .isLessThan(KS_ONE_IN_TEN_THOUSAND);
    // For slices of many arrivals a renewal process tends to the squared variation of its
    // distances:
    // 1/3. Slices of 100 are near to it.
    assertThat(dispersion(times, 1e8)).isBetween(0.28, 0.39);
  }

  @Test
  void theRateIsKeptInExpectation() {
    for (Distance distance : Distance.values()) {
      double[] times = times(new RandomArrivals(RATE, distance, 1, 13), MANY);
      // The mean of n distances has a standard deviation of at most 1 ÷ √n of the mean.
      assertThat(times[MANY - 1] / MANY / 1e6).isBetween(1 - 4 / 447.2, 1 + 4 / 447.2);
    }
  }

  @Test
  void throughAProfileTheyAreAPoissonProcessOfItsRate() {
    // From 1000 to 3000/s in 50 s: where an arrival falls has the density of the rate.
    Timetable ramp = new ProfileTimetable.Builder().ramp(1e-6, 3e-6, 50 * SECOND).build();
    RandomArrivals arrivals = new RandomArrivals(ramp, Distance.EXPONENTIAL, 1, 14);
    List<Double> times = new ArrayList<>();
    while (arrivals.advance()) {
      times.add((double) arrivals.offsetNs());
    }
    assertThat(times.size()).isBetween(100_000 - 4 * 317, 100_000 + 4 * 317);
    double[] sample = times.stream().mapToDouble(ns -> ns).toArray();
    assertThat(ks(sample, ns -> (1e-6 * ns + 2e-6 / (50.0 * SECOND) * ns * ns / 2) / 100_000))
        .isLessThan(KS_ONE_IN_TEN_THOUSAND);
  }

  @Test
  void aSeedRepeatsThemBitForBitAndAnotherDoesNot() {
    double[] first = times(new RandomArrivals(RATE, Distance.EXPONENTIAL, 1, 15), 1000);
    assertThat(times(new RandomArrivals(RATE, Distance.EXPONENTIAL, 1, 15), 1000)).isEqualTo(first);
    assertThat(times(new RandomArrivals(RATE, Distance.EXPONENTIAL, 1, 16), 1000))
        .isNotEqualTo(first);
  }

  @Test
  void workersThatShareASequenceTakeEachArrivalOnceAndCountsAgree() {
    SequencedSchedule schedule =
        new SequencedSchedule(() -> new RandomArrivals(RATE, Distance.EXPONENTIAL, 1, 17), 5_000);
    List<ArrivalStream> streams = List.of(schedule.stream(0), schedule.stream(1));
    double[] times = times(new RandomArrivals(RATE, Distance.EXPONENTIAL, 1, 17), 5_000);
    long skipped = 0;
    int k = 0;
    for (int i = 0; k < 5_000; i++) {
      ArrivalStream stream = streams.get(i % 2);
      if (i == 1000) {
        skipped = stream.skipTo((long) times[1999]);
        k += (int) skipped;
      }
      assertThat(stream.advance()).isTrue();
      assertThat(stream.sequence()).isEqualTo(k);
      assertThat((double) stream.intendedNs()).isEqualTo(times[k]);
      k++;
    }
    assertThat(skipped).isEqualTo(999);
    assertThat(streams.getFirst().advance()).isFalse();
    assertThat(schedule.countBefore((long) times[3_000])).isEqualTo(3_000);
    assertThat(schedule.countBefore((long) times[10])).isEqualTo(10); // goes back
    assertThat(schedule.countBefore((long) times[3_000] + 1)).isEqualTo(3_001);
    assertThat(schedule.countBefore(Timetable.NEVER_NS)).isEqualTo(5_000);
  }

  @Test
  void independentWorkersHaveAnEqualShareEach() {
    IndependentSchedule schedule =
        new IndependentSchedule(
            worker -> new RandomArrivals(RATE, Distance.EXPONENTIAL, 4, 100 + worker), 4, 10_001);
    long all = 0;
    long beforeTwoSeconds = 0;
    boolean[] seen = new boolean[10_001];
    for (int worker = 0; worker < 4; worker++) {
      ArrivalStream stream = schedule.stream(worker);
      double lastNs = 0;
      int count = 0;
      while (stream.advance()) {
        assertThat(seen[(int) stream.sequence()]).isFalse();
        seen[(int) stream.sequence()] = true;
        beforeTwoSeconds += stream.intendedNs() < 2 * SECOND ? 1 : 0;
        lastNs = stream.intendedNs();
        count++;
      }
      assertThat(count).isEqualTo(worker == 0 ? 2501 : 2500);
      assertThat(lastNs / count / 4e6).isBetween(0.92, 1.08); // 4 deviations of 1 ÷ √2500
      all += count;
    }
    assertThat(all).isEqualTo(10_001);
    assertThat(schedule.countBefore(2 * SECOND)).isEqualTo(beforeTwoSeconds);
  }
}
