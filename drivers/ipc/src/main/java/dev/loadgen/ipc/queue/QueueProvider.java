package dev.loadgen.ipc.queue;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.ipc.Idle;
import java.io.IOException;
import java.util.List;

/// `queue`: queues between threads of this process.
public final class QueueProvider implements DriverProvider {
  private static final Property<QueueType> TYPE =
      Property.choice(
          "type", QueueType.SPSC_OFFHEAP, "which queue; clq has no bounds and may fill the heap");
  private static final Property<Long> CAPACITY =
      Property.integer("capacity", "1024", "how many messages a queue holds, a power of two")
          .where(
              capacity -> capacity >= 2 && capacity <= 1 << 26 && Long.bitCount(capacity) == 1,
              "a power of two from 2 to 67108864");
  private static final Property<Long> CONSUMERS =
      Property.integer(
              "consumers", "1", "OFFER: how many threads empty the queue that all sessions share")
          .where(consumers -> consumers >= 1 && consumers <= 64, "1 to 64");
  private static final Property<Long> BURST =
      Property.integer(
              "burst", "1", "RING: how many messages go around at once; at most queue.capacity")
          .where(burst -> burst >= 1, "1 or more");
  private static final Property<Long> CHAIN =
      Property.integer("chain", "2", "RING: through how many threads, the session's own included")
          .where(chain -> chain >= 2 && chain <= 64, "2 to 64");
  private static final Property<Idle> IDLE =
      Property.choice("idle", Idle.SPIN, "what threads do while they wait; spin needs a CPU each");

  private static final long MOST_THREADS = 256;

  private static final OperationKind OFFER =
      OperationKind.of("OFFER", "hand a message to another thread: until it is accepted", 50);
  private static final OperationKind RING =
      OperationKind.of("RING", "send a burst around a chain of threads: until it is back", 50);

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "queue";
  }

  @Override
  public String summary() {
    return "queues between threads of one process: our rings, JCTools, the JDK's, the Disruptor";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(TYPE, CAPACITY, CONSUMERS, BURST, CHAIN, IDLE);
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    if (settings.value(CONSUMERS) > 1 && !settings.value(TYPE).takesManyConsumers()) {
      throw new SettingsException(
          "queue.consumers="
              + settings.value(CONSUMERS)
              + ", but this queue.type has one consumer");
    }
    if (settings.value(BURST) > settings.value(CAPACITY)) {
      throw new SettingsException(
          "queue.burst="
              + settings.value(BURST)
              + " does not fit into queue.capacity="
              + settings.value(CAPACITY));
    }
    return List.of(OFFER, RING);
  }

  /// Sessions by the hundred come from the open model, whose default is a thousand of them.
  private static void checkThreads(Settings settings, int sessions) {
    long each = settings.value(CHAIN) - 1 + (settings.value(TYPE).takesManyProducers() ? 0 : 1);
    if (sessions * each > MOST_THREADS) {
      throw new SettingsException(
          sessions
              + " sessions, each with up to "
              + each
              + " threads of its own, are more than "
              + MOST_THREADS
              + " threads: --sessions "
              + Math.min(4, Math.max(1, MOST_THREADS / each))
              + " (in the closed model --threads)");
    }
  }

  @Override
  public Driver create(Settings settings, DriverContext context) throws IOException {
    checkThreads(settings, context.sessions());
    return new QueueDriver(
        RING,
        new QueueDriver.Shape(
            settings.value(TYPE),
            settings.value(CAPACITY).intValue(),
            settings.value(CONSUMERS).intValue(),
            settings.value(BURST).intValue(),
            settings.value(CHAIN).intValue(),
            settings.value(IDLE)));
  }
}
