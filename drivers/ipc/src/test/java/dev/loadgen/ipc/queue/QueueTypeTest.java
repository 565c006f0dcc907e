package dev.loadgen.ipc.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.ipc.BareContext;
import dev.loadgen.ipc.Idle;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Queues, lanes and chains.
class QueueTypeTest {
  @ParameterizedTest
  @EnumSource
  void isFirstInFirstOutAndBounded(QueueType type) throws Exception {
    try (MessageQueue queue = type.open(8)) {
      assertThat(queue.poll()).isEqualTo(MessageQueue.NOTHING);
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 8; i++) {
          assertThat(queue.offer(i * 16 + round)).isTrue();
        }
        if (type != QueueType.CLQ) {
          assertThat(queue.offer(5)).isFalse();
        }
        for (int i = 0; i < 8; i++) {
          assertThat(queue.poll()).isEqualTo(i * 16 + round);
        }
        assertThat(queue.poll()).isEqualTo(MessageQueue.NOTHING);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void carriesMessagesInOrderFromThreadToThread(QueueType type) throws Exception {
    int count = 200_000;
    try (MessageQueue queue = type.open(64)) {
      CompletableFuture<Integer> wrong =
          CompletableFuture.supplyAsync(() -> {
            int mistakes = 0;
            for (int i = 0; i < count; ) {
              int message = queue.poll();
              if (message == MessageQueue.NOTHING) {
                Idle.YIELD.once();
              } else {
                mistakes += message == i++ % MessageQueue.MESSAGES ? 0 : 1;
              }
            }
            return mistakes;
          });
      for (int i = 0; i < count; i++) {
        while (!queue.offer(i % MessageQueue.MESSAGES)) {
          Idle.YIELD.once();
        }
      }
      assertThat(wrong.get()).isZero();
      assertThat(queue.poll()).isEqualTo(MessageQueue.NOTHING);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBurstGoesAroundAChain(QueueType type) throws Exception {
    try (Chain chain = new Chain(type, 16, 4, Idle.YIELD)) {
      for (int i = 0; i < 200; i++) {
        chain.around(1 + i % 16); // throws if the order changed
      }
    }
  }

  @Test
  void settingsThatContradictOneAnotherAreRefused() {
    assertThatThrownBy(() -> operations("queue.consumers", "2"))
        .isInstanceOf(SettingsException.class)
        .hasMessage("queue.consumers=2, but this queue.type has one consumer");
    assertThatThrownBy(() -> operations("queue.burst", "2000"))
        .isInstanceOf(SettingsException.class)
        .hasMessage("queue.burst=2000 does not fit into queue.capacity=1024");
    assertThatThrownBy(() -> operations("queue.capacity", "1000"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected a power of two");
  }

  @Test
  void moreThreadsThanCanWorkAreRefused() throws Exception {
    assertThatThrownBy(() -> create("spsc-offheap", 1000))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "1000 sessions, each with up to 2 threads of its own, are more than 256 threads:"
                + " --sessions 4 (in the closed model --threads)");
    assertThatThrownBy(() -> create("jctools-mpmc", 257)).hasMessageContaining("up to 1 threads");
    create("jctools-mpmc", 256).close();
    create("spsc-offheap", 128).close();
  }

  private static Driver create(String type, int sessions) throws Exception {
    QueueProvider provider = new QueueProvider();
    return provider.create(
        Settings.of("queue", provider.properties(), Map.of("queue.type", type)),
        new BareContext(sessions));
  }

  private static void operations(String name, String value) {
    QueueProvider provider = new QueueProvider();
    provider.operations(Settings.of("queue", provider.properties(), Map.of(name, value)));
  }
}
