package dev.loadgen.mockdb;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Session;
import dev.loadgen.mockdb.model.LatencyModel;

/// The mock database of one run.
final class MockDb implements Driver {
  private final Machine machine;
  private final LatencyModel model;
  private final World world;
  private final Timer timer;
  private final Pauses pauses;
  private final DriverContext context;
  private Thread marker;

  /// @param pauses periodic ones; null for none
  MockDb(Machine machine, LatencyModel model, World world, Pauses pauses, DriverContext context) {
    this.machine = machine;
    this.model = model;
    this.world = world;
    this.timer = new Timer(machine, world);
    this.pauses = pauses;
    this.context = context;
  }

  @Override
  public Session open(int index) {
    return new MockSession();
  }

  @Override
  public AsyncSession openAsync(int index) {
    return new MockAsyncSession();
  }

  @Override
  public void starting(long untilStartNs) {
    long startNs = machine.nanoTime() + untilStartNs;
    world.startAt(startNs);
    if (pauses != null) {
      marker = machine.start("mockdb-pauses", () -> markPauses(startNs));
    }
  }

  /// Reports the periodic pauses as events.
  private void markPauses(long startNs) {
    try {
      for (long i = 0; ; i++) {
        long beginNs = startNs + i * pauses.periodNs();
        machine.sleepUntil(beginNs);
        try (Event event = context.begin("pause")) {
          machine.sleepUntil(beginNs + pauses.lengthNs());
        }
      }
    } catch (InterruptedException e) {
      return; // closed
    }
  }

  @Override
  public void close() {
    timer.close();
    if (marker != null) {
      machine.interrupt(marker);
    }
  }

  private final class MockSession implements Session {
    @Override
    public Outcome execute(Operation operation) throws InterruptedException {
      long sequence = operation.sequence();
      if (model.pausesWorld(sequence)) {
        world.pause(model.serviceNs(sequence));
      } else {
        world.work(model.serviceNs(sequence));
      }
      return Outcome.OK;
    }
  }

  private final class MockAsyncSession implements AsyncSession {
    @Override
    public void submit(Operation operation, long ticket, Completions completions) {
      long sequence = operation.sequence();
      timer.submit(ticket, completions, model.serviceNs(sequence), model.pausesWorld(sequence));
    }
  }
}
