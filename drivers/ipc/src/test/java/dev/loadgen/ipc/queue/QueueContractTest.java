package dev.loadgen.ipc.queue;

import dev.loadgen.driver.testkit.DriverContract;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The contract, for every type of queue.
class QueueContractTest {
  @TestFactory
  Stream<DynamicTest> everyTypeKeepsTheContract() {
    return Arrays.stream(QueueType.values())
        .map(type -> type.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .map(type -> DynamicTest.dynamicTest(type, () -> keepsTheContract(type)));
  }

  private static void keepsTheContract(String type) {
    List<String> violations =
        DriverContract.of(new QueueProvider())
            .with(
                Map.of(
                    "queue.type", type,
                    "queue.capacity", "8",
                    "queue.burst", "8",
                    "queue.chain", "3",
                    "queue.idle", "yield"))
            .violations();
    Assertions.assertThat(violations).isEmpty();
  }
}
