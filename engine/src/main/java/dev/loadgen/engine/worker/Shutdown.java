package dev.loadgen.engine.worker;

import dev.loadgen.driver.Driver;
import dev.loadgen.engine.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// Ends threads, sessions and driver of a run that is closed; what hangs is left behind when the
/// grace is over. By the conductor's thread.
final class Shutdown {
  /// How long it takes at most.
  static final long GRACE_NS = 5_000_000_000L;

  private final Clock clock;
  private final RunControl control;
  private final Crew crew;
  private final List<Thread> threads;
  private final Consumer<String> problems;

  /// @param crew null if nobody was hired
  /// @param threads those of the crew
  /// @param problems hears one sentence for each thing that went wrong
  Shutdown(
      Clock clock, RunControl control, Crew crew, List<Thread> threads, Consumer<String> problems) {
    this.clock = clock;
    this.control = control;
    this.crew = crew;
    this.threads = threads;
    this.problems = problems;
  }

  /// Ends them all.
  ///
  /// @param deadlineNs when to give up
  void run(Driver driver, ClassLoader loader, long deadlineNs) {
    // Half of the grace is for the sessions, so that a hanging one leaves the driver time to close.
    endWorkers(deadlineNs - GRACE_NS / 2);
    close(driver, loader, deadlineNs);
  }

  private void endWorkers(long deadlineNs) {
    threads.forEach(clock::unpark);
    for (int i = 0; i < threads.size(); i++) {
      if (!crew.workers().get(i).ended()) {
        clock.interrupt(threads.get(i));
        crew.workers().get(i).interruptSends();
      }
    }
    while (control.ended() < threads.size() && clock.nanoTime() < deadlineNs) {
      clock.parkUntil(deadlineNs);
    }
    int stuck = threads.size() - control.ended();
    if (stuck > 0) {
      problems.accept(
          stuck
              + " of "
              + threads.size()
              + (crew.workers().getFirst() instanceof Dispatcher ? " dispatchers" : " workers")
              + " hang in the driver and were abandoned");
    }
    RunControl.Failures failures = control.closeFailures();
    if (failures.count() > 0) {
      problems.accept(
          failures.count()
              + " of "
              + threads.size()
              + " sessions failed to close: "
              + Reason.of(failures.first()));
    }
  }

  /// In a thread of its own, since it may hang.
  private void close(Driver driver, ClassLoader loader, long deadlineNs) {
    AtomicReference<Closed> closed = new AtomicReference<>();
    Thread conductor = Thread.currentThread();
    Thread closer =
        clock.thread(
            "loadgen-close",
            () -> {
              closed.set(close(driver));
              clock.unpark(conductor);
            });
    closer.setContextClassLoader(loader);
    closer.start();
    while (closed.get() == null && clock.nanoTime() < deadlineNs) {
      clock.parkUntil(deadlineNs);
    }
    if (closed.get() == null) {
      problems.accept("the driver did not close within 5 s and was abandoned");
    } else if (closed.get().failure() != null) {
      problems.accept("the driver failed to close: " + Reason.of(closed.get().failure()));
    }
  }

  /// @param failure null if it went well
  private record Closed(Throwable failure) {}

  private static Closed close(Driver driver) {
    try {
      driver.close();
      return new Closed(null);
    } catch (Throwable e) { // whatever it is, the run is over and its results stand
      return new Closed(e);
    }
  }
}
