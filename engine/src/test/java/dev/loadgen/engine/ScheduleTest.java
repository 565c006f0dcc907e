package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.PerThreadSchedule;
import dev.loadgen.engine.schedule.SharedSchedule;
import dev.loadgen.engine.schedule.Timetable;
import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
  @Test
  void intendedTimesAreExactForAnyK() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      long per = 1 + random.nextLong(1L << random.nextInt(1, 60));
      long operations = 1 + random.nextLong(per);
      long k = random.nextLong(1L << random.nextInt(1, 62));
      BigInteger expected =
          BigInteger.valueOf(k)
              .multiply(BigInteger.valueOf(per))
              .divide(BigInteger.valueOf(operations))
              .min(BigInteger.valueOf(ConstantRate.NEVER_NS));
      assertThat(new ConstantRate(operations, per).offsetNs(k))
          .as("%d x %d / %d", k, per, operations)
          .isEqualTo(expected.longValueExact());
    }
  }

  @Test
  void countBeforeIsTheInverse() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 5_000; i++) {
      ConstantRate rate =
          new ConstantRate(1 + random.nextLong(1_000_000), 1_000_000 + random.nextLong(1L << 40));
      long k = random.nextLong(1_000_000);
      long count = rate.countBefore(rate.offsetNs(k));
      assertThat(rate.offsetNs(count)).isGreaterThanOrEqualTo(rate.offsetNs(k));
      assertThat(count == 0 || rate.offsetNs(count - 1) < rate.offsetNs(k)).isTrue();
    }
  }

  @Test
  void workersTogetherKeepTheRateAndNumbersFollowTime() {
    ConstantRate rate = new ConstantRate(1000, 1_000_000_000);
    PerThreadSchedule schedule = new PerThreadSchedule(rate, 7, 1000, 5);
    TreeMap<Long, Long> bySequence = new TreeMap<>();
    for (int worker = 0; worker < 7; worker++) {
      ArrivalStream stream = schedule.stream(worker);
      while (stream.advance()) {
        assertThat(bySequence.put(stream.sequence(), stream.intendedNs())).isNull();
      }
    }
    assertThat(bySequence).hasSize(1000);
    long last = -1;
    for (long k = 0; k < 1000; k++) {
      long intended = bySequence.get(k);
      assertThat(intended)
          .isBetween(k * 1_000_000, (k + 1) * 1_000_000)
          .isGreaterThanOrEqualTo(last);
      last = intended;
    }
    assertThat(schedule.countBefore(500_000_000)).isEqualTo(500);
    assertThat(schedule.countBefore(Long.MAX_VALUE)).isEqualTo(1000);
  }

  @Test
  void skippingLeavesOutWhatAdvancingWouldHavePassed() {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 500; i++) {
      ConstantRate rate = new ConstantRate(1 + random.nextLong(5_000), 1_000_000_000);
      int workers = random.nextInt(1, 9);
      long limit = random.nextLong(1, 2_000);
      long seed = random.nextLong();
      long offsetNs = random.nextLong(1_000_000_000);
      int taken = random.nextInt(20);
      boolean shared = random.nextBoolean();
      for (int worker = 0; worker < workers; worker++) {
        ArrivalStream skipping = stream(shared, rate, workers, limit, seed, worker);
        ArrivalStream advancing = stream(shared, rate, workers, limit, seed, worker);
        for (int k = 0; k < taken; k++) {
          skipping.advance();
          advancing.advance();
        }
        long skipped = skipping.skipTo(offsetNs);
        assertThat(skipping.skipTo(offsetNs)).isZero();
        long passed = 0;
        boolean more = advancing.advance();
        while (more && advancing.intendedNs() < offsetNs) {
          passed++;
          more = advancing.advance();
        }
        assertThat(skipped).isEqualTo(passed);
        assertThat(skipping.advance()).isEqualTo(more);
        if (more) {
          assertThat(skipping.sequence()).isEqualTo(advancing.sequence());
          assertThat(skipping.intendedNs()).isEqualTo(advancing.intendedNs());
        }
      }
    }
  }

  private static ArrivalStream stream(
      boolean shared, ConstantRate rate, int workers, long limit, long seed, int worker) {
    return shared
        ? new SharedSchedule(rate, limit).stream(worker)
        : new PerThreadSchedule(rate, workers, limit, seed).stream(worker);
  }

  @Test
  void theTimeForSomeOperationsIsWhenTheNextOneIsDue() {
    assertThat(Rate.parse("1000/s").timeForNs(500)).isEqualTo(500_000_000);
    assertThat(Rate.parse("3/s").timeForNs(1)).isEqualTo(333_333_334);
    assertThat(Rate.parse("1/h").timeForNs(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE / 2);
  }

  @Test
  void whatWouldBeDueInTwoHundredYearsNeverIs() {
    // One a year: of 300 workers, those whose first would come so late have none.
    ConstantRate rate = new ConstantRate(1, 365L * 86_400_000_000_000L);
    long arrivals = 0;
    PerThreadSchedule perThread = new PerThreadSchedule(rate, 300, Long.MAX_VALUE, 1);
    for (int worker = 0; worker < 300; worker++) {
      ArrivalStream stream = perThread.stream(worker);
      while (stream.advance()) {
        assertThat(stream.intendedNs()).isNotNegative();
        arrivals++;
      }
    }
    assertThat(arrivals).isBetween(146L, 147L).isEqualTo(perThread.countBefore(Timetable.NEVER_NS));
    ArrivalStream shared = new SharedSchedule(rate, Long.MAX_VALUE).stream(0);
    for (int i = 0; i < 147; i++) {
      assertThat(shared.advance()).isTrue();
    }
    assertThat(shared.advance()).isFalse();
  }

  @Test
  void ratesAreReadExactly() {
    assertThat(Rate.parse("10k")).isEqualTo(new Rate(10_000, 1_000_000_000));
    assertThat(Rate.parse("30/m")).isEqualTo(new Rate(1, 2_000_000_000));
    assertThat(Rate.parse("0.1")).isEqualTo(new Rate(1, 10_000_000_000L));
    assertThat(Rate.parse("2.5k/s")).isEqualTo(new Rate(2500, 1_000_000_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "NaN", "1e9", "", "abc", "10/fortnight", "100000001", "100.1m", "1k k"})
  void badRatesAreRefused(String text) {
    assertThatThrownBy(() -> Rate.parse(text)).isInstanceOf(PlanException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"READ=0", "READ=-1", "READ", "=1", "READ=NaN", "READ=1,READ=2", ""})
  void badMixesAreRefused(String text) {
    assertThatThrownBy(() -> Mix.parse(text)).isInstanceOf(PlanException.class);
  }
}
