package dev.loadgen.engine.worker;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Session;
import dev.loadgen.engine.workload.Preparer;

/// A worker of the closed model: drives one session, one operation at a time.
abstract class SessionWorker extends Worker {
  protected final Preparer preparer;
  protected final Execution last; // of the last operation
  private Session session;

  // The books: see Worker.
  protected boolean inFlight;
  protected boolean inFlightInWindow;
  protected int inFlightKind;
  protected long inFlightSinceNs; // its intended time; without a schedule when its turn came
  protected long inFlightSentNs; // when it was about to be sent

  SessionWorker(int index, Gear gear) {
    super(index, gear);
    this.preparer = workload.preparer(index);
    this.last = new Execution(clock, control, workload.verifies());
  }

  @Override
  final void openSessions() throws Throwable {
    session = driver.open(index);
    if (session == null) {
      throw new IllegalStateException("the driver's open(" + index + ") returned null");
    }
  }

  @Override
  final void closeSessions() {
    if (session != null) {
      try {
        session.close();
      } catch (Throwable e) { // whatever it is, the other sessions are to be closed, too
        control.closeFailed(e);
      }
    }
  }

  /// Calls the driver, and tells the workload.
  protected final void execute(Operation operation) {
    last.of(session, operation, preparer);
    preparer.completed(last.success);
  }

  @Override
  final void eachInFlight(InFlightVisitor visitor) {
    if (inFlight) {
      visitor.visit(inFlightKind, inFlightSinceNs, inFlightSentNs);
    }
  }
}
