package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// How an end waits for the other, whose index is a function of how often it was looked at.
class TemporalSlipTest {
  private static final long LARGE = 1 << 16;

  private long looks;

  private TemporalSlip slip(long capacity, LongUnaryOperator indexAtLook) {
    return new TemporalSlip(() -> indexAtLook.applyAsLong(++looks), capacity);
  }

  @Test
  void muchIsTakenAtOnceButForWhatWasWrittenLast() {
    TemporalSlip slip = slip(LARGE, _ -> 0);
    assertThat(slip.index(12_048, 10_000)).isEqualTo(11_024);
    assertThat(slip.index(60_000, 10_000)).isEqualTo(58_976);
    assertThat(looks).isZero();
  }

  @Test
  void inASmallRingAllOfItIsTaken() {
    TemporalSlip slip = slip(64, _ -> 0);
    assertThat(slip.index(1016, 1000)).isEqualTo(1016);
    assertThat(slip(2, _ -> 0).index(1001, 1000)).isEqualTo(1001);
    assertThat(looks).isZero();
  }

  @Test
  void whatComesFastIsWaitedFor() {
    TemporalSlip slip = slip(LARGE, look -> 10_000 + 1 + 1000 * look);
    assertThat(slip.index(10_001, 10_000)).isEqualTo(10_000 + 3001 - 1024);
    assertThat(looks).isEqualTo(3);
  }

  /// Just as much as makes waiting worth it, each time: it ends all the same.
  @Test
  void atMostFiveLooks() {
    TemporalSlip slip = slip(LARGE, look -> 10_001 + 4 * ((1L << look) - 1));
    assertThat(slip.index(10_001, 10_000)).isEqualTo(10_001 + 4 * 31);
    assertThat(looks).isEqualTo(5);
  }

  @Test
  void whereLittleComesItIsSeldomWaitedForAndNothingIsLeft() {
    TemporalSlip slip = slip(LARGE, look -> 10_001 + look);
    assertThat(slip.index(10_001, 10_000)).isEqualTo(10_002);
    assertThat(looks).isEqualTo(1);
    for (int i = 0; i < 10_000; i++) {
      assertThat(slip.index(10_001 + looks, 10_000)).isGreaterThan(10_000);
    }
    assertThat(looks).isLessThan(20); // 1, 2, 4, 8 … calls apart
  }
}
