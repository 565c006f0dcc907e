package dev.loadgen.ipc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdleTest {
  /// Those that wait are started by a virtual thread, so that they are in their carriers' own
  /// queues: one that is submitted by another thread comes after them.
  @ParameterizedTest
  @EnumSource
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void virtualThreadsThatWaitLeaveACpuToTheOneTheyWaitFor(Idle idle) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean abandoned = new AtomicBoolean();
    List<Thread> waiting = new ArrayList<>();
    try {
      Thread.ofVirtual()
          .start(() -> {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
              waiting.add(
                  Thread.ofVirtual()
                      .start(() -> {
                        while (!done.get() && !abandoned.get()) {
                          idle.once();
                        }
                      }));
            }
          })
          .join();
      Thread.ofVirtual().start(() -> done.set(true)).join();
      for (Thread thread : waiting) {
        thread.join();
      }
    } finally {
      abandoned.set(true);
    }
  }
}
