package dev.loadgen.histograms;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.loadgen.histograms.recording.RecordingLayout;
import dev.loadgen.histograms.recording.Recordings;
import dev.loadgen.histograms.recording.WorkerRecorder;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class WorkerRecorderTest {
  private static final RecordingLayout LAYOUT =
      new RecordingLayout(2, 65, true, false, 10_000_000_000L);

  @Test
  void everySwapIsOneCutOverAllKindsAndNothingIsLost() throws InterruptedException {
    int operations = 300_000;
    WorkerRecorder recorder = new WorkerRecorder(new Recordings(LAYOUT));
    Thread writer =
        new Thread(() -> {
          for (int i = 0; i < operations; i++) {
            long token = recorder.enter();
            Recordings active = recorder.active();
            active.window(0).succeeded(0, i, i, 0, 0);
            active.window(1).succeeded(0, i, i, 0, 0);
            recorder.exit(token);
          }
        });
    Recordings total = new Recordings(LAYOUT);
    Recordings spare = new Recordings(LAYOUT);
    writer.start();
    boolean over = false;
    while (!over) {
      over = !writer.isAlive();
      Recordings full = recorder.swap(spare);
      assertThat(full.window(0).succeededCount()).isEqualTo(full.window(1).succeededCount());
      full.addTo(total);
      full.reset();
      spare = full;
    }
    writer.join();

    assertThat(total.window(0).succeededCount()).isEqualTo(operations);
    assertThat(total.window(1).service().getTotalCount()).isEqualTo(operations);
    assertThat(total.window(0).serviceSum().value().longValueExact())
        .isEqualTo(operations * (operations - 1L) / 2);
  }

  @Test
  void recordingAllocatesNothingEvenForAStall() {
    WorkerRecorder recorder = new WorkerRecorder(new Recordings(LAYOUT));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    record(recorder, 50_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    long self = threads.getCurrentThreadAllocatedBytes() - before;
    before = threads.getCurrentThreadAllocatedBytes();
    record(recorder, 50_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before - self;

    assertThat(allocated).isZero();
  }

  private static void record(WorkerRecorder recorder, int operations) {
    for (int i = 0; i < operations; i++) {
      long value = i == operations / 2 ? 5_000_000_000L : i;
      long token = recorder.enter();
      recorder.active().window(0).sent();
      recorder.active().window(0).succeeded(0, value, value, value, value);
      recorder.exit(token);
    }
  }
}
