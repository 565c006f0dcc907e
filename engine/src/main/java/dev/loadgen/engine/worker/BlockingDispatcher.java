package dev.loadgen.engine.worker;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Session;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.engine.workload.Preparer;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends over blocking sessions: each operation has a session and a virtual thread of its own, and
/// the thread begins once the session was granted. A slot is a session: an operation that finds
/// none free waits for one.
final class BlockingDispatcher extends Dispatcher {
  private static final int OPENERS = 32; // sessions opened at once

  /// What a slot needs to call the driver; made when the slot is first used.
  private final class Flight implements Runnable {
    private final Session session;
    private final Preparer preparer = workload.preparer(index);
    private final Execution execution = new Execution(clock, control, workload.verifies());
    private Operation operation;
    private long ticket;
    private volatile Thread running; // null while there is nothing to do

    Flight(Session session) {
      this.session = session;
    }

    @Override
    public void run() {
      try {
        if (flights.send(ticket)) {
          execution.of(session, operation, preparer);
          preparer.completed(execution.success);
          flights.sentNs[Flights.slot(ticket)] = execution.sentNs;
          running = null; // before end: then the slot can be granted again
          end(
              ticket,
              execution.completedNs,
              execution.outcome,
              execution.success,
              execution.failure);
        } else {
          running = null;
        }
      } catch (Throwable e) { // a bug of the engine or no memory: the run must end and say so
        running = null;
        control.fatal(e);
      } finally {
        if (control.closed()) {
          clock.unpark(thread()); // which may be waiting to close the session
        }
      }
    }
  }

  private final int firstSession;
  private final Session[] sessions;
  private final Flight[] flightOf;

  /// @param sessionCount how many sessions it has: as many as may be in flight
  BlockingDispatcher(
      int index,
      Gear gear,
      ArrivalStream arrivals,
      Pacer pacer,
      int firstSession,
      int sessionCount) {
    super(index, gear, arrivals, pacer, sessionCount);
    this.firstSession = firstSession;
    this.sessions = new Session[sessionCount];
    this.flightOf = new Flight[sessionCount];
  }

  /// Opens several at once: each may take a while to connect.
  @Override
  void openSessions() throws Throwable {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger openers = new AtomicInteger(Math.min(OPENERS, sessions.length));
    Throwable[] failure = new Throwable[1]; // written before the last opener ends
    for (int i = openers.get(); i > 0; i--) {
      clock
          .task(
              "loadgen-open",
              () -> {
                try {
                  openSome(next);
                } catch (Throwable e) { // whatever it is, the run must not start
                  next.set(sessions.length);
                  synchronized (failure) {
                    failure[0] = failure[0] == null ? e : failure[0];
                  }
                } finally {
                  openers.decrementAndGet();
                  clock.unpark(thread());
                }
              })
          .start();
    }
    while (openers.get() > 0) {
      if (control.closed()) {
        throw new InterruptedException("the run is over");
      }
      clock.parkUntil(Long.MAX_VALUE);
    }
    synchronized (failure) {
      if (failure[0] != null) {
        throw failure[0];
      }
    }
  }

  private void openSome(AtomicInteger next) throws Exception {
    for (int i = next.getAndIncrement(); i < sessions.length; i = next.getAndIncrement()) {
      Session session = driver.open(firstSession + i);
      if (session == null) {
        throw new IllegalStateException(
            "the driver's open(" + (firstSession + i) + ") returned null");
      }
      sessions[i] = session;
    }
  }

  /// What still hangs in a session is waited for; the conductor gives up when its patience ends.
  @Override
  void closeSessions() {
    for (int i = 0; i < sessions.length; i++) {
      while (flightOf[i] != null && flightOf[i].running != null && control.closed()) {
        clock.parkUntil(Long.MAX_VALUE);
      }
      if (sessions[i] != null) {
        try {
          sessions[i].close();
        } catch (Throwable e) { // whatever it is, the other sessions are to be closed, too
          control.closeFailed(e);
        }
      }
    }
  }

  @Override
  void interruptSends() {
    for (Flight flight : flightOf) {
      Thread running = flight == null ? null : flight.running;
      if (running != null) {
        clock.interrupt(running);
      }
    }
  }

  private Flight flight(int slot) {
    if (flightOf[slot] == null) {
      flightOf[slot] = new Flight(sessions[slot]);
    }
    return flightOf[slot];
  }

  @Override
  Operation prepare(int slot) {
    return flight(slot).preparer.prepare(intake.sequence(), intake.recorded());
  }

  @Override
  int kindIndex(int slot) {
    return flightOf[slot].preparer.kindIndex();
  }

  /// The preparer is the slot's own, and sees to it itself.
  @Override
  long handOver(int slot) {
    return -1;
  }

  @Override
  void drop(int slot) {
    flightOf[slot].preparer.dropped();
  }

  @Override
  long send(long ticket, Operation operation) {
    Flight flight = flightOf[Flights.slot(ticket)];
    flight.ticket = ticket;
    flight.operation = operation;
    Thread thread = clock.task("loadgen-operation", flight);
    flight.running = thread;
    thread.start();
    return 0;
  }

  @Override
  void flush() {}
}
