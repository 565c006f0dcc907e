package dev.loadgen.mockdb;

import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Event;
import dev.loadgen.driver.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/// The operations of asynchronous sessions: nobody sleeps for them, so one thread ends each when
/// its time has come. In the same [World] as those of blocking sessions, with the same pauses, but
/// for the lock: here operations queue for it, first come, first served. Thread-safe by a lock.
final class Timer {
  private static final class Pending {
    final long ticket;
    final Completions completions;
    final long workNs;
    final boolean pausesWorld;
    World.Work work;
    long dueNs;
    Event pause;

    Pending(long ticket, Completions completions, long workNs, boolean pausesWorld) {
      this.ticket = ticket;
      this.completions = completions;
      this.workNs = workNs;
      this.pausesWorld = pausesWorld;
    }
  }

  private final Machine machine;
  private final World world;
  private final PriorityQueue<Pending> running =
      new PriorityQueue<>(Comparator.comparingLong((Pending operation) -> operation.dueNs));
  private final Deque<Pending> waiting = new ArrayDeque<>(); // for the lock
  private int readers;
  private boolean writing;
  private boolean closed;
  private Thread thread;

  Timer(Machine machine, World world) {
    this.machine = machine;
    this.world = world;
  }

  /// Begins an operation, or has it wait for the lock.
  void submit(long ticket, Completions completions, long workNs, boolean pausesWorld) {
    Thread toWake = null;
    synchronized (this) {
      if (thread == null) {
        thread = machine.start("mockdb-timer", this::run);
      }
      Pending operation = new Pending(ticket, completions, workNs, pausesWorld);
      if (waiting.isEmpty() && isFree(operation)) {
        begin(operation, machine.nanoTime());
        toWake = running.peek() == operation ? thread : null; // it slept for another
      } else {
        waiting.add(operation);
      }
    }
    if (toWake != null) {
      machine.wake(toWake);
    }
  }

  private boolean isFree(Pending operation) {
    return world.freezes() || (!writing && (!operation.pausesWorld || readers == 0));
  }

  private void begin(Pending operation, long nowNs) {
    if (!world.freezes()) {
      writing = operation.pausesWorld;
      readers += operation.pausesWorld ? 0 : 1;
    }
    if (operation.pausesWorld) {
      operation.pause = world.beginPause();
    }
    operation.work =
        operation.pausesWorld
            ? world.pauseWork(nowNs, operation.workNs)
            : world.work(nowNs, operation.workNs);
    operation.dueNs = operation.work.endNs();
    running.add(operation);
  }

  private void run() {
    List<Pending> ended = new ArrayList<>();
    while (true) {
      long nextNs;
      synchronized (this) {
        if (closed) {
          return;
        }
        endDue(machine.nanoTime(), ended);
        nextNs = running.isEmpty() ? Long.MAX_VALUE : running.peek().dueNs;
      }
      if (ended.isEmpty()) {
        machine.awaitUntil(nextNs);
      }
      for (Pending operation : ended) { // without the lock: what is called may submit
        operation.completions.complete(operation.ticket, Outcome.OK);
      }
      ended.clear();
    }
  }

  private void endDue(long nowNs, List<Pending> ended) {
    while (!running.isEmpty() && running.peek().dueNs <= nowNs) {
      Pending operation = running.remove();
      long endNs = world.endOf(operation.work, operation.dueNs);
      if (endNs > operation.dueNs) { // a freeze began meanwhile
        operation.dueNs = endNs;
        running.add(operation);
        continue;
      }
      world.slept(operation.work.startNs(), operation.dueNs, nowNs);
      if (operation.pause != null) {
        operation.pause.close();
      }
      if (!world.freezes()) {
        release(operation, nowNs);
      }
      ended.add(operation);
    }
  }

  private void release(Pending operation, long nowNs) {
    writing &= !operation.pausesWorld;
    readers -= operation.pausesWorld ? 0 : 1;
    while (!waiting.isEmpty() && isFree(waiting.peek())) {
      begin(waiting.remove(), nowNs);
    }
  }

  /// Ends nothing more.
  void close() {
    Thread toWake;
    synchronized (this) {
      closed = true;
      toWake = thread;
    }
    if (toWake != null) {
      machine.wake(toWake);
    }
  }
}
