package dev.loadgen.engine.worker;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.workload.Preparer;

/// Sends over asynchronous sessions, in turn. Completions come from any thread, during the submit
/// too: they are left in their slots, so that none re-enters this thread's loop.
final class AsyncDispatcher extends Dispatcher implements Completions {
  private final Preparer preparer;
  private final int firstSession;
  private final AsyncSession[] sessions;
  private final boolean[] unflushed;
  private int next;

  /// @param firstSession the index of its first session
  /// @param sessionCount how many it has
  AsyncDispatcher(
      int index,
      Gear gear,
      ArrivalStream arrivals,
      Pacer pacer,
      int capacity,
      int firstSession,
      int sessionCount) {
    super(index, gear, arrivals, pacer, capacity);
    this.preparer = workload.preparer(index);
    this.firstSession = firstSession;
    this.sessions = new AsyncSession[sessionCount];
    this.unflushed = new boolean[sessionCount];
  }

  @Override
  void openSessions() throws Throwable {
    for (int i = 0; i < sessions.length; i++) {
      sessions[i] = driver.openAsync(firstSession + i);
      if (sessions[i] == null) {
        throw new IllegalStateException(
            "the driver's openAsync(" + (firstSession + i) + ") returned null");
      }
    }
  }

  @Override
  void closeSessions() {
    for (AsyncSession session : sessions) {
      if (session != null) {
        try {
          session.close();
        } catch (Throwable e) { // whatever it is, the other sessions are to be closed, too
          control.closeFailed(e);
        }
      }
    }
  }

  @Override
  Operation prepare(int slot) {
    return preparer.prepare(intake.sequence(), intake.recorded());
  }

  @Override
  int kindIndex(int slot) {
    return preparer.kindIndex();
  }

  @Override
  long handOver(int slot) {
    return preparer.handOver();
  }

  @Override
  void drop(int slot) {
    preparer.dropped();
  }

  @Override
  long send(long ticket, Operation operation) {
    if (!flights.send(ticket)) {
      return 0; // the run is over
    }
    int session = next;
    next = next + 1 == sessions.length ? 0 : next + 1;
    unflushed[session] = true;
    long sentNs = clock.nanoTime();
    flights.sentNs[Flights.slot(ticket)] = sentNs;
    try {
      sessions[session].submit(operation, ticket, this);
    } catch (Error e) {
      fail(ticket, e);
    } catch (Throwable e) { // also what no `throws` announced
      fail(ticket, e);
    }
    returnedNs = clock.nanoTime();
    return returnedNs - sentNs;
  }

  @Override
  void flush() {
    for (int i = 0; i < sessions.length; i++) {
      if (unflushed[i]) {
        unflushed[i] = false;
        try {
          sessions[i].flush();
        } catch (Error e) {
          control.fatal(e);
        } catch (Throwable e) { // what it held back may never be answered: it stays in flight
          control.flushFailed(e);
        }
      }
    }
  }

  @Override
  public void complete(long ticket, Outcome outcome) {
    long nowNs = clock.nanoTime();
    if (outcome == null) {
      end(
          ticket,
          nowNs,
          Execution.EXCEPTION,
          false,
          new NullPointerException("the driver completed with null instead of an Outcome"));
    } else {
      end(ticket, nowNs, outcome.id(), outcome.isSuccess(), null);
    }
  }

  @Override
  public void fail(long ticket, Throwable cause) {
    long nowNs = clock.nanoTime();
    if (cause instanceof Error) {
      control.fatal(cause);
    }
    Throwable failure =
        cause == null ? new NullPointerException("the driver failed with a null cause") : cause;
    end(ticket, nowNs, Execution.EXCEPTION, false, failure);
  }
}
