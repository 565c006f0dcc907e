package dev.loadgen.engine;

import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.mockdb.model.LatencyModel;
import dev.loadgen.mockdb.model.PeriodicPauses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// The oracle: workers, a database and its pauses as a simulation from event to event, which has
/// nothing of the engine but the arrivals and nothing of the mock database but the draws. Times are
/// in ns from the schedule's start.
///
/// Work goes on as long as the world does; so each step finds the next instant at which anything
/// changes, and takes the time until then off the rest of what is running.
final class EventSimulation {
  private static final class Worker {
    final ArrivalStream arrivals;
    boolean busy;
    boolean waiting; // for the lock
    boolean done;
    boolean stops; // its operation stops the world
    long sequence;
    long intendedNs;
    long sentNs;
    long leftNs;

    Worker(ArrivalStream arrivals) {
      this.arrivals = arrivals;
    }
  }

  final Histogram responses = new Histogram(3);
  final Histogram services = new Histogram(3);
  double responseSum;
  double serviceSum;
  long worldStops;

  private final LatencyModel model;
  private final boolean locks;
  private final PeriodicPauses periodic;
  private final List<Worker> workers = new ArrayList<>();
  private final ArrayDeque<Worker> queue = new ArrayDeque<>(); // for the lock, in order
  private long nowNs;

  /// @param locks whether the world is stopped by a lock, which also waits; else by a freeze
  /// @param periodic null for none
  EventSimulation(
      ArrivalSchedule schedule,
      int workers,
      LatencyModel model,
      boolean locks,
      PeriodicPauses periodic) {
    this.model = model;
    this.locks = locks;
    this.periodic = periodic;
    for (int i = 0; i < workers; i++) {
      this.workers.add(new Worker(schedule.stream(i)));
    }
  }

  void run() {
    workers.forEach(this::take);
    while (!workers.stream().allMatch(worker -> worker.done)) {
      advance(nextNs());
      workers.forEach(this::completeIfOver);
      admit();
      workers.forEach(this::sendIfDue);
      admit();
    }
  }

  private void take(Worker worker) {
    worker.done = !worker.arrivals.advance();
    worker.sequence = worker.arrivals.sequence();
    worker.intendedNs = worker.arrivals.intendedNs();
  }

  /// Only an operation that stops the world is sure to run; periodic pauses stop even that.
  private boolean runs(Worker worker) {
    if (!worker.busy || worker.waiting || (periodic != null && periodic.frozenAt(nowNs))) {
      return false;
    }
    return locks || worker.stops || workers.stream().noneMatch(w -> w.busy && w.stops);
  }

  private long nextNs() {
    long next = Long.MAX_VALUE;
    for (Worker worker : workers) {
      if (runs(worker)) {
        next = Math.min(next, nowNs + worker.leftNs);
      } else if (!worker.busy && !worker.done) {
        next = Math.min(next, Math.max(nowNs, worker.intendedNs));
      }
    }
    if (periodic != null) {
      long phase = nowNs % periodic.periodNs();
      long boundary = phase < periodic.lengthNs() ? periodic.lengthNs() : periodic.periodNs();
      next = Math.min(next, nowNs - phase + boundary);
    }
    return next;
  }

  private void advance(long instantNs) {
    long passedNs = instantNs - nowNs;
    List<Worker> running = workers.stream().filter(this::runs).toList();
    running.forEach(worker -> worker.leftNs -= passedNs);
    nowNs = instantNs;
  }

  private void completeIfOver(Worker worker) {
    if (!worker.busy || worker.waiting || worker.leftNs > 0) {
      return;
    }
    worker.busy = false;
    responses.recordValue(nowNs - worker.intendedNs);
    services.recordValue(nowNs - worker.sentNs);
    responseSum += nowNs - worker.intendedNs;
    serviceSum += nowNs - worker.sentNs;
    worldStops += worker.stops ? 1 : 0;
    take(worker);
  }

  private void sendIfDue(Worker worker) {
    if (worker.busy || worker.done || worker.intendedNs > nowNs) {
      return;
    }
    worker.busy = true;
    worker.sentNs = nowNs;
    worker.stops = model.pausesWorld(worker.sequence);
    worker.leftNs = model.serviceNs(worker.sequence);
    worker.waiting = locks;
    if (locks) {
      queue.add(worker);
    }
  }

  /// Lets those in who wait for the lock: in their order, one that stops the world alone.
  private void admit() {
    while (!queue.isEmpty()) {
      boolean free =
          workers.stream()
              .filter(worker -> worker.busy && !worker.waiting)
              .noneMatch(worker -> worker.stops || queue.peek().stops);
      if (!free) {
        return;
      }
      queue.remove().waiting = false;
    }
  }
}
