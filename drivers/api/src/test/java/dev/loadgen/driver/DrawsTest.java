package dev.loadgen.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrawsTest {
  private static final int N = 100_000;

  private static double correlation(long seed, int purpose, long otherSeed, int otherPurpose) {
    double sum = 0;
    for (int k = 0; k < N; k++) {
      sum += (Draws.unit(seed, k, purpose) - 0.5) * (Draws.unit(otherSeed, k, otherPurpose) - 0.5);
    }
    return sum / N * 12;
  }

  @Test
  void drawsOfOtherSeedsNamesAndPurposesAreIndependent() {
    // The standard error of a correlation of independent draws is 1 ÷ √n.
    double tolerance = 4 / Math.sqrt(N);
    assertThat(correlation(1, 1, 1, 1)).isBetween(0.98, 1.02);
    for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE}) {
      assertThat(correlation(seed, 1, seed, 2)).isBetween(-tolerance, tolerance);
      assertThat(correlation(seed, 1, seed + 1, 1)).isBetween(-tolerance, tolerance);
      long own = Draws.derive(seed, "mockdb");
      assertThat(correlation(seed, 1, own, 1)).isBetween(-tolerance, tolerance);
      assertThat(correlation(own, 1, Draws.derive(seed, "workload"), 1))
          .isBetween(-tolerance, tolerance);
    }
  }

  @Test
  void derivedSeedsDiffer() {
    Set<Long> seeds = new HashSet<>();
    for (long seed = -500; seed < 500; seed++) {
      for (String name : new String[] {"", "a", "b", "ab", "ba", "mockdb", "workload"}) {
        assertThat(seeds.add(Draws.derive(seed, name))).isTrue();
      }
    }
  }

  @Test
  void drawsBelowABoundAreUniform() {
    int[] seen = new int[10];
    for (int k = 0; k < N; k++) {
      seen[(int) Draws.below(10, 3, k, 0)]++;
    }
    double chiSquare = 0;
    for (int count : seen) {
      chiSquare += (count - N / 10.0) * (count - N / 10.0) / (N / 10.0);
    }
    assertThat(chiSquare).isLessThan(27.9); // 0.1% of 9 degrees of freedom
  }
}
