package dev.loadgen.engine.worker;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.engine.time.Clock;

/// A driver that has asynchronous sessions only, for the closed model: each operation is submitted,
/// flushed and waited for.
public final class AwaitedDriver implements Driver {
  private final Driver driver;
  private final Clock clock;

  /// Wraps one.
  public AwaitedDriver(Driver driver, Clock clock) {
    this.driver = driver;
    this.clock = clock;
  }

  @Override
  public void starting(long untilStartNs) {
    driver.starting(untilStartNs);
  }

  @Override
  public Session open(int index) throws Exception {
    AsyncSession session = driver.openAsync(index);
    if (session == null) {
      throw new IllegalStateException("the driver's openAsync(" + index + ") returned null");
    }
    return new AwaitedSession(session);
  }

  @Override
  public void close() throws Exception {
    driver.close();
  }

  private record End(long ticket, Outcome outcome, Throwable failure) {}

  private final class AwaitedSession implements Session, Completions {
    private final AsyncSession session;
    private Thread waiter; // guarded by this, as is the ticket
    private long ticket;
    private volatile End end;
    private volatile boolean stray;

    AwaitedSession(AsyncSession session) {
      this.session = session;
    }

    @Override
    public Outcome execute(Operation operation) throws Exception {
      session.submit(operation, begin(), this);
      session.flush();
      while (end == null) {
        clock.parkUntil(Long.MAX_VALUE);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      if (stray) {
        throw new IllegalStateException("a ticket was completed that had ended already");
      }
      switch (end.failure()) {
        case null -> {
          return end.outcome();
        }
        case Error e -> throw e;
        case Exception e -> throw e;
        case Throwable e -> throw new IllegalStateException(e);
      }
    }

    @Override
    public void complete(long ended, Outcome outcome) {
      end(new End(ended, outcome, null));
    }

    @Override
    public void fail(long ended, Throwable cause) {
      Throwable failure =
          cause == null ? new NullPointerException("the driver failed with a null cause") : cause;
      end(new End(ended, null, failure));
    }

    private synchronized long begin() {
      waiter = Thread.currentThread();
      end = null;
      return ++ticket;
    }

    private synchronized void end(End how) {
      if (how.ticket() != ticket || end != null) {
        stray = true;
        return;
      }
      end = how;
      clock.unpark(waiter);
    }

    @Override
    public void close() throws Exception {
      session.close();
    }
  }
}
