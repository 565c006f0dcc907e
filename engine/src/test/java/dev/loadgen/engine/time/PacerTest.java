package dev.loadgen.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Waiting on a clock whose parks oversleep as the tests say, and whose polls take 20 ns.
class PacerTest {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(17);
  private final OversleepingClock clock = new OversleepingClock();
  private final SpareCpus spare = new SpareCpus(2);

  /// 30 to 60 µs, and 1 in 50 up to 200 µs more.
  private long usualOversleep(long deadlineNs) {
    long usual = 30 * US + random.nextLong(30 * US);
    return random.nextInt(50) == 0 ? usual + random.nextLong(200 * US) : usual;
  }

  private record Waited(double meanLateNs, double lateShare, double pollingShare) {}

  /// Waits for deadlines that are so far apart; the first quarter is for learning.
  private Waited waitFor(Pacer pacer, long periodNs, int waits) {
    long deadlineNs = clock.nowNs;
    long lateNs = 0;
    int late = 0;
    int counted = 0;
    long fromNs = 0;
    for (int i = 0; i < waits; i++) {
      if (i == waits / 4) {
        fromNs = clock.nowNs;
        clock.polledNs = 0;
      }
      deadlineNs += periodNs;
      long nowNs = pacer.await(deadlineNs, deadline -> false);
      assertThat(nowNs).isGreaterThanOrEqualTo(deadlineNs).isEqualTo(clock.nowNs);
      if (i >= waits / 4) {
        counted++;
        lateNs += nowNs - deadlineNs;
        late += nowNs - deadlineNs > US ? 1 : 0;
      }
    }
    return new Waited(
        (double) lateNs / counted,
        (double) late / counted,
        (double) clock.polledNs / (clock.nowNs - fromNs));
  }

  @Test
  void withBudgetToSpareItIsRarelyLate() {
    clock.oversleep = this::usualOversleep;
    Waited waited = waitFor(Pacer.hybrid(clock, spare, 0.2), MS, 20_000);
    assertThat(waited.lateShare()).isLessThan(0.01);
    assertThat(waited.pollingShare()).isLessThan(0.2);
  }

  @ParameterizedTest
  @CsvSource({"100, 0.2", "50, 0.2", "20, 0.2", "100, 0.05", "30, 0.5"})
  void itKeepsToItsBudgetAtAnyRate(long periodUs, double share) {
    clock.oversleep = this::usualOversleep;
    Waited waited = waitFor(Pacer.hybrid(clock, spare, share), periodUs * US, 40_000);
    assertThat(waited.pollingShare()).isLessThan(share * 1.1);
    // What it may spend it does spend: that is what it is for.
    assertThat(waited.pollingShare()).isGreaterThan(share * 0.5);
  }

  @Test
  void itFollowsAMachineThatChanges() {
    clock.oversleep = deadline -> 10 * US;
    Pacer pacer = Pacer.hybrid(clock, spare, 0.2);
    waitFor(pacer, MS, 20_000); // it narrows slowly: a margin too wide costs little
    assertThat(pacer.marginNs()).isCloseTo(10 * US, within(3 * US));
    clock.oversleep = deadline -> 150 * US;
    assertThat(waitFor(pacer, MS, 4_000).lateShare()).isLessThan(0.2);
    assertThat(pacer.marginNs()).isCloseTo(150 * US, within(25 * US));
  }

  @Test
  void withoutACpuToSpareOrWithoutABudgetItSleeps() {
    clock.oversleep = deadline -> 50 * US;
    for (Pacer pacer :
        new Pacer[] {
          Pacer.hybrid(clock, new SpareCpus(1), 0.2),
          Pacer.hybrid(clock, spare, 0),
          Pacer.sleeping(clock)
        }) {
      Waited waited = waitFor(pacer, MS, 1_000);
      assertThat(waited.pollingShare()).isZero();
      assertThat(waited.meanLateNs()).isEqualTo(50.0 * US);
    }
  }

  @Test
  void whenAllSpareCpusArePollingItSleepsAndDoesNotWait() {
    clock.oversleep = deadline -> 50 * US;
    assertThat(spare.tryAcquire()).isTrue();
    Waited waited = waitFor(Pacer.hybrid(clock, spare, 0.2), MS, 1_000);
    assertThat(waited.pollingShare()).isZero();
    spare.release();
    assertThat(waitFor(Pacer.hybrid(clock, spare, 0.2), MS, 1_000).lateShare()).isLessThan(0.05);
    assertThat(spare.tryAcquire()).as("given back").isTrue();
  }

  @Test
  void spinningPollsAllTheTime() {
    Waited waited = waitFor(Pacer.spinning(clock, spare), 100 * US, 1_000);
    assertThat(waited.pollingShare()).isGreaterThan(0.99);
    assertThat(waited.meanLateNs()).isLessThan(20.0);
  }

  @Test
  void aWaitThatHasLostItsSenseEnds() {
    clock.oversleep = deadline -> 0;
    long nowNs = clock.nowNs;
    Pacer pacer = Pacer.hybrid(clock, spare, 0.2);
    assertThat(pacer.await(nowNs + MS, deadline -> true)).isEqualTo(nowNs);
    // Woken early, as by a stop: it asks again.
    clock.oversleep = deadline -> -MS / 2;
    assertThat(pacer.await(nowNs + MS, deadline -> clock.nowNs > nowNs)).isLessThan(nowNs + MS);
    assertThat(spare.tryAcquire()).isTrue();
  }

  private static final class OversleepingClock implements Clock {
    private LongUnaryOperator oversleep = deadline -> 0;
    private long nowNs = 5;
    private long polledNs;

    @Override
    public long nanoTime() {
      return nowNs;
    }

    @Override
    public long epochMillis() {
      return 0;
    }

    @Override
    public void parkUntil(long deadlineNs) {
      nowNs = Math.max(nowNs, deadlineNs + oversleep.applyAsLong(deadlineNs));
    }

    @Override
    public void spinUntil(long deadlineNs) {
      nowNs += 20;
      polledNs += 20;
    }

    @Override
    public void unpark(Thread thread) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void interrupt(Thread thread) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Thread thread(String name, Runnable body) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Thread task(String name, Runnable body) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Enrolment enrol() {
      throw new UnsupportedOperationException();
    }
  }
}
