package dev.loadgen.engine.worker;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.workload.Preparer;

/// One call of a blocking session, with a stamp on either side; reused for one after the other. One
/// thread at a time.
final class Execution {
  /// Stands for every exception among the outcomes.
  static final int EXCEPTION = Outcome.LIMIT;

  /// What was read is not what the workload wrote.
  private static final Outcome WRONG_VALUE = Outcome.failure("WRONG_VALUE");

  private final Clock clock;
  private final RunControl control;
  private final boolean verifies;

  long sentNs;
  long completedNs;
  int outcome;
  boolean success;
  Throwable failure; // null unless something was thrown

  Execution(Clock clock, RunControl control, boolean verifies) {
    this.clock = clock;
    this.control = control;
    this.verifies = verifies;
  }

  /// Calls the driver. An `Error` ends the run.
  ///
  /// @param preparer that has prepared the operation
  void of(Session session, Operation operation, Preparer preparer) {
    failure = null;
    Outcome result = null;
    sentNs = clock.nanoTime();
    try {
      result = session.execute(operation);
      completedNs = clock.nanoTime();
    } catch (Error e) {
      completedNs = clock.nanoTime();
      failure = e;
      control.fatal(e);
    } catch (Throwable e) { // also what no `throws` announced
      completedNs = clock.nanoTime();
      failure = e;
    }
    if (result != null) {
      outcome = result.id();
      success = result.isSuccess();
      if (verifies && success && result != Outcome.NOT_FOUND && !preparer.verify()) {
        outcome = WRONG_VALUE.id();
        success = false;
      }
    } else {
      outcome = EXCEPTION;
      success = false;
      if (failure == null) {
        failure = new NullPointerException("the driver returned null instead of an Outcome");
      }
    }
  }
}
