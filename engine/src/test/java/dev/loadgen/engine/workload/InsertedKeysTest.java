package dev.loadgen.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class InsertedKeysTest {
  @Test
  void theBoundIsTheFirstGap() {
    InsertedKeys keys = new InsertedKeys(100);
    assertThat(keys.last()).isEqualTo(99);
    for (long i = 100; i < 104; i++) {
      assertThat(keys.take()).isEqualTo(i);
    }
    keys.acknowledge(101);
    keys.acknowledge(103);
    assertThat(keys.last()).isEqualTo(99);
    keys.acknowledge(100);
    assertThat(keys.last()).isEqualTo(101);
    keys.acknowledge(102);
    assertThat(keys.last()).isEqualTo(103);
  }

  @Test
  void itAgreesWithAListOfWhatIsOutstanding() {
    SplittableRandom random = new SplittableRandom(1);
    InsertedKeys keys = new InsertedKeys(0);
    List<Long> outstanding = new ArrayList<>();
    long dealt = 0;
    for (int i = 0; i < 200_000; i++) {
      if (outstanding.isEmpty() || random.nextInt(100) < 50) {
        outstanding.add(keys.take());
        dealt++;
      } else {
        keys.acknowledge(outstanding.remove(random.nextInt(outstanding.size())));
      }
      long oldest = outstanding.stream().mapToLong(n -> n).min().orElse(dealt);
      assertThat(keys.last()).isEqualTo(oldest - 1);
    }
  }

  @Test
  void whatFailedIsAnsweredAndKnownToBeMissing() {
    InsertedKeys keys = new InsertedKeys(5);
    for (int i = 0; i < 4; i++) {
      keys.take();
    }
    keys.fail(7);
    keys.acknowledge(5);
    assertThat(keys.unbroken()).isEqualTo(6);
    keys.acknowledge(6);
    keys.acknowledge(8);
    assertThat(keys.last()).isEqualTo(8);
    assertThat(keys.unbroken()).isEqualTo(7);
  }

  @Test
  void anInsertThatHangsIsGivenUpWhenAMillionHaveFollowed() {
    InsertedKeys keys = new InsertedKeys(0);
    long hanging = keys.take();
    for (int i = 0; i < 1 << 20; i++) {
      keys.acknowledge(keys.take());
    }
    assertThat(keys.last()).isEqualTo(1 << 20);
    keys.acknowledge(hanging); // late: changes nothing
    for (int i = 0; i < 1 << 21; i++) {
      keys.acknowledge(keys.take());
    }
    assertThat(keys.last()).isEqualTo(3 << 20);
    assertThat(keys.unbroken()).isEqualTo(hanging);
  }

  @Test
  void nothingIsAheadOfItsAcknowledgementWhateverTheThreads() throws Exception {
    InsertedKeys keys = new InsertedKeys(0);
    int threads = 4;
    int each = 100_000;
    var acknowledged = ConcurrentHashMap.<Long>newKeySet();
    AtomicReference<String> wrong = new AtomicReference<>();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      SplittableRandom random = new SplittableRandom(t);
      all.add(
          Thread.ofPlatform()
              .start(() -> {
                await(go);
                Deque<Long> held = new ArrayDeque<>();
                for (int i = 0; i < each; i++) {
                  held.add(keys.take());
                  while (held.size() > random.nextInt(8)) {
                    long number = random.nextBoolean() ? held.pollFirst() : held.pollLast();
                    acknowledged.add(number);
                    keys.acknowledge(number);
                  }
                  long last = keys.last();
                  if (last >= 0 && !acknowledged.contains(last)) {
                    wrong.set(last + " is not acknowledged");
                  }
                }
                held.forEach(number -> {
                  acknowledged.add(number);
                  keys.acknowledge(number);
                });
              }));
    }
    go.countDown();
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(wrong.get()).isNull();
    assertThat(keys.last()).isEqualTo((long) threads * each - 1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
