package dev.loadgen.ipc.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Settings;
import dev.loadgen.ipc.BareContext;
import dev.loadgen.ipc.BareOperation;
import dev.loadgen.ipc.Idle;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class QueueDriverTest {
  @Test
  void noThreadIsLeftAlsoIfTheOneThatClosesIsInterrupted() throws Exception {
    Set<Thread> before = threads();
    QueueProvider provider = new QueueProvider();
    Settings settings = Settings.of("queue", provider.properties(), Map.of("queue.idle", "yield"));
    List<OperationKind> kinds = provider.operations(settings);
    Driver driver = provider.create(settings, new BareContext(3));
    for (int i = 0; i < 3; i++) {
      var session = driver.open(i);
      session.execute(new BareOperation(kinds.get(0)));
      session.execute(new BareOperation(kinds.get(1)));
    }
    Set<Thread> started = threads();
    started.removeAll(before);
    assertThat(started).hasSize(6);
    Thread.currentThread().interrupt();
    assertThatThrownBy(driver::close).isInstanceOf(InterruptedException.class);
    for (Thread thread : started) {
      thread.join();
    }
  }

  private static Set<Thread> threads() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(thread -> !thread.getName().startsWith("queue-"));
    return threads;
  }

  @Test
  void whatIsLeftOfABurstThatWasGivenUpDoesNotAnswerTheNext() throws Exception {
    try (Chain chain = new Chain(QueueType.SPSC_OFFHEAP, 8, 2, Idle.YIELD)) {
      chain.around(1);
      Thread.currentThread().interrupt();
      while (true) { // an interrupt is seen only by who has to wait
        try {
          chain.around(1);
        } catch (InterruptedException e) {
          break;
        }
      }
      assertThatThrownBy(() -> chain.around(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("a burst before this one did not come back");
    }
  }
}
