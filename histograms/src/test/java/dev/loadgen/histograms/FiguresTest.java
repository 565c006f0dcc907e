package dev.loadgen.histograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.histograms.recording.ExactSum;
import dev.loadgen.histograms.summary.Bound;
import dev.loadgen.histograms.summary.Figures;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void aFigureIsExactOnlyWhereTheCensoredCannotMoveIt() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 500; round++) {
      // Values below 2048 have buckets of their own: the oracle over sorted lists is exact.
      List<Long> lower = new ArrayList<>();
      List<Long> upper = new ArrayList<>();
      Histogram observed = new Histogram(3);
      Histogram censored = new Histogram(3);
      ExactSum observedSum = new ExactSum();
      ExactSum censoredSum = new ExactSum();
      int seen = random.nextInt(40);
      int unseen = random.nextInt(10) + (seen == 0 ? 1 : 0);
      for (int i = 0; i < seen; i++) {
        long value = random.nextLong(2000);
        observed.recordValue(value);
        observedSum.add(value);
        lower.add(value);
        upper.add(value);
      }
      for (int i = 0; i < unseen; i++) {
        long bound = random.nextLong(2000);
        censored.recordValue(bound);
        censoredSum.add(bound);
        lower.add(bound);
        upper.add(Long.MAX_VALUE);
      }
      Collections.sort(lower);
      Collections.sort(upper);
      Figures figures = Figures.of(observed, observedSum, censored, censoredSum);

      assertThat(figures.count()).isEqualTo(lower.size());
      assertThat(figures.censoredCount()).isEqualTo(unseen);
      for (double percentile : new double[] {0, 1, 25, 50, 75, 90, 99, 99.9, 100}) {
        int rank = Math.max(1, (int) Math.ceil(Math.nextDown(percentile) * lower.size() / 100));
        long expected = lower.get(rank - 1);
        Bound bound = figures.percentile(percentile);
        assertThat(bound.value()).isEqualTo((double) expected);
        assertThat(bound.lowerBoundOnly()).isEqualTo(upper.get(rank - 1) != expected);
      }
      double sum = lower.stream().mapToLong(Long::longValue).sum();
      assertThat(figures.mean().value()).isEqualTo(sum / lower.size());
      assertThat(figures.mean().lowerBoundOnly()).isEqualTo(unseen > 0);
    }
  }

  @Test
  void sumsAreExactBeyond64Bits() {
    ExactSum sum = new ExactSum();
    ExactSum other = new ExactSum();
    BigInteger expected = BigInteger.ZERO;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      long value = random.nextLong(Long.MAX_VALUE);
      (i % 2 == 0 ? sum : other).add(value);
      expected = expected.add(BigInteger.valueOf(value));
    }
    sum.addAll(other);
    assertThat(sum.value()).isEqualTo(expected);
  }
}
