package dev.loadgen.mockdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.mockdb.model.PeriodicPauses;
import java.nio.ByteBuffer;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

/// How freezes are accounted for, on a machine that plays a script: what happens at which instant,
/// while somebody sleeps. How long each operation meant to sleep is what the counter grew by.
class WorldTest {
  private interface Step {
    void run() throws InterruptedException;
  }

  private final ScriptedMachine machine = new ScriptedMachine();
  private final Counters counters = new Counters();
  private final World world = new World(machine, true, null, counters);

  /// How long the operation meant to take: it ends after all that the script did meanwhile.
  private long meant(Step step) throws InterruptedException {
    step.run();
    return counters.lastMeantNs;
  }

  @Test
  void workStandsStillWhileTheWorldIsFrozen() throws InterruptedException {
    machine.at(10, () -> world.pause(100));
    assertThat(meant(() -> world.work(20))).isEqualTo(120);
  }

  @Test
  void freezesThatOverlapAreOneUntilTheLaterEnd() throws InterruptedException {
    machine.at(10, () -> world.pause(100));
    machine.at(60, () -> world.pause(100));
    machine.at(70, () -> world.pause(10)); // within the others
    assertThat(meant(() -> world.work(20))).isEqualTo(170);
  }

  @Test
  void freezesOneAfterTheOtherAddUp() throws InterruptedException {
    machine.at(10, () -> world.pause(100));
    machine.at(115, () -> world.pause(100));
    assertThat(meant(() -> world.work(20))).isEqualTo(220);
  }

  @Test
  void workThatBeginsWithinAFreezeWaitsForItsEnd() throws InterruptedException {
    machine.at(40, () -> assertThat(meant(() -> world.work(20))).isEqualTo(80));
    world.pause(100);
    machine.now = 200;
    assertThat(meant(() -> world.work(20))).isEqualTo(20);
  }

  @Test
  void aFreezeThatBeginsAfterTheWorkWasDoneDoesNotHoldItBack() throws InterruptedException {
    machine.oversleepNs = 10;
    machine.at(25, () -> world.pause(100));
    assertThat(meant(() -> world.work(20))).isEqualTo(20);
  }

  @Test
  void aPeriodicPauseWithinAFreezeDoesNotCountTwice() throws InterruptedException {
    World both = new World(machine, true, new PeriodicPauses(30, 100), counters);
    both.startAt(0);
    // Frozen 0–30 and, by the operation, 90–150 (it stands still itself in 100–130).
    machine.at(90, () -> both.pause(30));
    assertThat(meant(() -> both.work(70))).isEqualTo(160);
  }

  private static final class ScriptedMachine implements Machine {
    private final TreeMap<Long, Step> script = new TreeMap<>();
    private long now;
    private long oversleepNs;

    void at(long instantNs, Step step) {
      script.put(instantNs, step);
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void awaitUntil(long deadlineNs) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void wake(Thread thread) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void sleepUntil(long deadlineNs) throws InterruptedException {
      long awakeNs = deadlineNs + oversleepNs;
      while (!script.isEmpty() && script.firstKey() <= awakeNs) {
        now = Math.max(now, script.firstKey());
        script.pollFirstEntry().getValue().run();
      }
      now = Math.max(now, awakeNs);
    }

    @Override
    public ReadWriteLock fairLock() {
      return new ReentrantReadWriteLock(true);
    }

    @Override
    public Thread start(String name, Runnable body) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void interrupt(Thread thread) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class Counters implements DriverContext {
    private long lastMeantNs;

    @Override
    public int sessions() {
      return 1;
    }

    @Override
    public long seed() {
      return 1;
    }

    @Override
    public Counter counter(String name, String unit) {
      return amount -> {
        if (name.equals(Counter.SLEEP_MEANT)) {
          lastMeantNs = amount;
        }
      };
    }

    @Override
    public Event begin(String name) {
      return () -> {};
    }

    @Override
    public boolean matches(ByteBuffer key, ByteBuffer value) {
      return false;
    }
  }
}
