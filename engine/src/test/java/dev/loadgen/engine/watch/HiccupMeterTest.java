package dev.loadgen.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.recording.Recordings;
import org.junit.jupiter.api.Test;

class HiccupMeterTest {
  private static final long MS = 1_000_000;

  @Test
  void aStallIsRecordedByEveryTickThatItDelays() {
    VirtualClock clock = new VirtualClock(0, 0);
    HiccupMeter meter = new HiccupMeter(clock);
    try (Clock.Enrolment enrolment = clock.enrol()) {
      meter.start(10 * MS, Pacer.sleeping(clock));
      // Ticks are wanted at 10, 15, 20 … ms; all but a few wake on time.
      parkUntil(clock, 501 * MS);
      clock.jump(100 * MS); // now 601 ms: those of 505 to 600 ms are late
      parkUntil(clock, 1000 * MS - 1);
      meter.stop();
      parkUntil(clock, 1100 * MS);
    }
    Recordings recorded = meter.recorder().swap(new Recordings(HiccupMeter.layout()));
    KindRecordings hiccups = recorded.window(0);
    assertThat(hiccups.succeededCount()).isEqualTo((1000 - 10) / 5);
    assertThat(hiccups.serviceSum().value().longValueExact())
        .isEqualTo((96 + 1) * 20 / 2 * MS); // 96, 91, … 1 ms
    assertThat(hiccups.service().getValueAtPercentile(89)).isZero();
  }

  private static void parkUntil(Clock clock, long instantNs) {
    while (clock.nanoTime() < instantNs) {
      clock.parkUntil(instantNs);
    }
  }
}
