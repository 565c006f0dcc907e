package dev.loadgen.ipc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdleTest {
  @ParameterizedTest
  @EnumSource
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void virtualThreadsThatWaitLeaveACpuToTheOneTheyWaitFor(Idle idle) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean abandoned = new AtomicBoolean();
    List<Thread> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
        waiting.add(
            Thread.ofVirtual()
                .start(() -> {
                  while (!done.get() && !abandoned.get()) {
                    idle.once();
                  }
                }));
      }
      Thread.ofVirtual().start(() -> done.set(true)).join();
      for (Thread thread : waiting) {
        thread.join();
      }
    } finally {
      abandoned.set(true);
    }
  }
}
