package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A ring for messages of any size, used by one thread.
class VariableRingTest {
  private static RingMemory memory(int messageBytes, long capacity) {
    return RingMemory.offHeap(new RingGeometry(RingKind.VARIABLE, messageBytes, capacity, 1));
  }

  @ParameterizedTest
  @CsvSource({"8,32,1", "4,64,2", "24,64,3", "100,256,4", "1000,4096,5", "30000,65536,6"})
  void agreesWithAQueueOfTheJdk(int largest, long capacity, long seed) throws Exception {
    Random random = new Random(seed);
    ArrayDeque<byte[]> expected = new ArrayDeque<>();
    int full = 0;
    try (Arena arena = Arena.ofConfined();
        RingMemory memory = memory(largest, capacity);
        VariableProducer producer = memory.variableProducer(0);
        VariableConsumer consumer = memory.variableConsumer(0)) {
      MemorySegment out = arena.allocate(largest);
      for (int step = 0; step < 20_000; step++) {
        byte[] message = new byte[random.nextInt(largest + 1)];
        random.nextBytes(message);
        switch (random.nextInt(4)) {
          case 0 -> {
            if (producer.offer(MemorySegment.ofArray(message), 0, message.length)) {
              expected.add(message);
            } else {
              full++;
              assertThat(expected).isNotEmpty(); // an empty ring takes any message
            }
          }
          case 1 -> {
            long at = producer.claim(largest); // more than is needed in the end
            if (at != VariableProducer.FULL) {
              MemorySegment.copy(
                  message, 0, producer.memory(), ValueLayout.JAVA_BYTE, at, message.length);
              producer.commit(message.length);
              expected.add(message);
            }
          }
          case 2 -> {
            int length = consumer.poll(out, 0);
            if (length == VariableConsumer.EMPTY) {
              assertThat(expected).isEmpty();
            } else {
              assertThat(out.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE))
                  .isEqualTo(expected.remove());
            }
          }
          default -> {
            int limit = random.nextInt(4);
            int drainable = Math.min(limit, expected.size());
            int drained =
                consumer.drain(
                    (at, offset, bytes) ->
                        assertThat(at.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE))
                            .isEqualTo(expected.remove()),
                    limit);
            assertThat(drained).isEqualTo(drainable);
          }
        }
      }
    }
    assertThat(full).isPositive();
  }

  @Test
  void refusesAMessageThatIsLongerThanTheRingsLargest() throws Exception {
    try (RingMemory memory = memory(24, 64);
        VariableProducer producer = memory.variableProducer(0)) {
      assertThatThrownBy(() -> producer.claim(25))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a message of 25 bytes; this ring takes 0 to 24");
      assertThatThrownBy(() -> producer.commit(4)).isInstanceOf(IllegalStateException.class);
      producer.claim(8);
      assertThatThrownBy(() -> producer.commit(9)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void refusesARingWhoseLargestFrameDoesNotFitTwice() {
    new RingGeometry(RingKind.VARIABLE, 24, 64, 1);
    assertThatThrownBy(() -> new RingGeometry(RingKind.VARIABLE, 25, 64, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RingGeometry(RingKind.VARIABLE, 4, 16, 1))
        .hasMessageContaining("needs 32 bytes or more");
  }

  @Test
  void aLengthThatCannotBeIsToldRatherThanRead() throws Exception {
    try (RingMemory memory = memory(24, 64);
        VariableProducer producer = memory.variableProducer(0);
        VariableConsumer consumer = memory.variableConsumer(0)) {
      producer.claim(8);
      producer.commit(8);
      producer.memory().set(ValueLayout.JAVA_INT, 0, 4711);
      assertThatThrownBy(consumer::available)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the ring is damaged: a message of 4711 bytes");
    }
  }
}
