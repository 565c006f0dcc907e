package dev.loadgen.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Due times against the integral of the rate, computed with 60 digits.
class ProfileTimetableTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final long SECOND = 1_000_000_000L;
  private static final double TOLERANCE_NS = 1;

  /// The exact time at which a ramp has made x operations, ns.
  private static double rampNs(double from, double to, long lengthNs, BigDecimal x) {
    BigDecimal a = new BigDecimal(from);
    BigDecimal growth = new BigDecimal(to).subtract(a).divide(BigDecimal.valueOf(lengthNs), DIGITS);
    if (growth.signum() == 0) {
      return x.divide(a, DIGITS).doubleValue();
    }
    BigDecimal root = a.multiply(a).add(growth.multiply(x).multiply(BigDecimal.TWO)).sqrt(DIGITS);
    return root.subtract(a).divide(growth, DIGITS).doubleValue();
  }

  @Test
  void rampsAreExactToANanosecondHoweverLongAndSteep() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 3_000; i++) {
      double from = 1e-9 * Math.pow(10, random.nextDouble(-2, 6));
      double to = 1e-9 * Math.pow(10, random.nextDouble(-2, 6));
      long lengthNs = (long) Math.pow(10, random.nextDouble(9, 13.9));
      long all = (long) ((from + to) / 2 * lengthNs);
      if (all < 2) {
        continue;
      }
      ProfileTimetable ramp = new ProfileTimetable.Builder().ramp(from, to, lengthNs).build();
      long k = random.nextLong(all);
      assertThat((double) ramp.offsetNs(k, 0))
          .as("%d of %s to %s in %d", k, from, to, lengthNs)
          .isBetween(
              rampNs(from, to, lengthNs, BigDecimal.valueOf(k)) - TOLERANCE_NS,
              rampNs(from, to, lengthNs, BigDecimal.valueOf(k)) + TOLERANCE_NS);
    }
  }

  @Test
  void sinesAreExactToANanosecond() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 3_000; i++) {
      double mean = 1e-9 * Math.pow(10, random.nextDouble(0, 6));
      double amplitude = mean * random.nextDouble(0.99);
      long periodNs = (long) Math.pow(10, random.nextDouble(8, 12));
      ProfileTimetable sine =
          new ProfileTimetable.Builder()
              .sine(mean, amplitude, periodNs, Timetable.NEVER_NS)
              .build();
      long k = random.nextLong(1 + (long) (mean * periodNs * 3));
      double atNs = sine.offsetNs(k, 0);
      // What the rate has summed up to a nanosecond before and after.
      assertThat(integral(mean, amplitude, periodNs, atNs - TOLERANCE_NS))
          .isLessThan(k + 1e-9 * k + 1e-9);
      assertThat(integral(mean, amplitude, periodNs, atNs + 1 + TOLERANCE_NS))
          .isGreaterThan(k - 1e-9 * k - 1e-9);
    }
  }

  private static double integral(double mean, double amplitude, long periodNs, double ns) {
    double angle = 2 * Math.PI * (ns % periodNs) / periodNs;
    return mean * ns + amplitude * periodNs / (2 * Math.PI) * (1 - Math.cos(angle));
  }

  @Test
  void piecesFollowOneAnotherWithoutAGap() {
    // 30 s at 1000/s, 30 s at 5000/s, 10.0005 s at 1000/s, then ramping up: no operation is lost or
    // moved at the seams, of which the third lies half-way between two operations.
    ProfileTimetable steps =
        new ProfileTimetable.Builder()
            .steady(1000, SECOND, 30 * SECOND)
            .steady(5000, SECOND, 30 * SECOND)
            .steady(1000, SECOND, 10 * SECOND + 500_000)
            .ramp(1e-6, 3e-6, 10 * SECOND)
            .build();
    assertThat(steps.offsetNs(29_999, 0)).isEqualTo(29_999_000_000L);
    assertThat(steps.offsetNs(30_000, 0)).isEqualTo(30 * SECOND);
    assertThat(steps.offsetNs(30_001, 0)).isEqualTo(30 * SECOND + 200_000);
    assertThat(steps.offsetNs(180_000, 0)).isEqualTo(60 * SECOND);
    assertThat(steps.offsetNs(190_000, 0)).isEqualTo(70 * SECOND);
    long rampNs = 70 * SECOND + 500_000;
    double half = rampNs(1e-6, 3e-6, 10 * SECOND, new BigDecimal("0.5"));
    assertThat((double) steps.offsetNs(190_001, 0)).isBetween(rampNs + half - 1, rampNs + half + 1);
    assertThat(steps.offsetNs(190_000 + 20_000, 0)).isLessThan(rampNs + 10 * SECOND);
    assertThat(steps.offsetNs(190_000 + 20_001, 0)).isEqualTo(Timetable.NEVER_NS);
    assertThat(steps.countBefore(Timetable.NEVER_NS, 0)).isEqualTo(210_001);
  }

  @Test
  void countsAreTheInverseOfDueTimesExactlyAndTimesNeverDecrease() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 300; i++) {
      ProfileTimetable.Builder builder = new ProfileTimetable.Builder();
      for (int piece = 0; piece < 4; piece++) {
        long lengthNs = 1_000_000 + random.nextLong(3 * SECOND);
        double from = random.nextDouble(1e-9, 2e-3);
        switch (random.nextInt(3)) {
          case 0 -> builder.steady(1 + random.nextLong(100_000), SECOND, lengthNs);
          case 1 -> builder.ramp(from, random.nextDouble(1e-9, 2e-3), lengthNs);
          default ->
              builder.sine(from, random.nextDouble() * from, 1_000_000 + lengthNs / 3, lengthNs);
        }
      }
      ProfileTimetable profile = builder.build();
      double fraction = random.nextBoolean() ? 0 : random.nextDouble();
      long all = profile.countBefore(Timetable.NEVER_NS, fraction);
      long lastNs = 0;
      for (long k = Math.max(0, all - 3_000); k < all; k++) {
        long atNs = profile.offsetNs(k, fraction);
        assertThat(atNs).isGreaterThanOrEqualTo(lastNs);
        assertThat(profile.countBefore(atNs + 1, fraction)).isGreaterThan(k);
        assertThat(profile.countBefore(atNs, fraction)).isLessThanOrEqualTo(k);
        lastNs = atNs;
      }
      assertThat(profile.offsetNs(all, fraction)).isEqualTo(Timetable.NEVER_NS);
    }
  }

  @Test
  void burstsKeepTheRateAndCountExactly() {
    Timetable bursts = new Bursts(new ConstantRate(1000, SECOND), 100);
    assertThat(bursts.offsetNs(0, 0)).isZero();
    assertThat(bursts.offsetNs(99, 0)).isZero();
    assertThat(bursts.offsetNs(100, 0)).isEqualTo(SECOND / 10);
    assertThat(bursts.countBefore(0, 0)).isZero();
    assertThat(bursts.countBefore(1, 0)).isEqualTo(100);
    assertThat(bursts.countBefore(SECOND / 10, 0)).isEqualTo(100);
    assertThat(bursts.countBefore(SECOND / 10 + 1, 0)).isEqualTo(200);
    assertThat(bursts.countBefore(10 * SECOND, 0)).isEqualTo(10_000);
  }

  @Test
  void aFractionOfAConstantRateLiesBetween() {
    ConstantRate rate = new ConstantRate(3, SECOND);
    BigInteger exact =
        BigInteger.valueOf(SECOND).multiply(BigInteger.valueOf(15)).divide(BigInteger.valueOf(6));
    assertThat(rate.offsetNs(7, 0.5)).isBetween(exact.longValue() - 1, exact.longValue());
    assertThat(rate.countBefore(rate.offsetNs(7, 0.5), 0.5)).isEqualTo(7);
    assertThat(rate.countBefore(rate.offsetNs(7, 0.5) + 1, 0.5)).isEqualTo(8);
  }
}
