package dev.loadgen.driver.testkit;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.testkit.Bench.Broken;
import dev.loadgen.driver.testkit.DriverContract.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// What asynchronous sessions promise.
final class AsyncChecks {
  private static final int IN_FLIGHT = 64;

  private final Bench bench;
  private final List<OperationKind> kinds;

  AsyncChecks(Bench bench) {
    this.bench = bench;
    this.kinds = bench.kinds();
  }

  List<Check> all() {
    return List.of(
        bench.check("each index has an asynchronous session of its own", this::sessions),
        bench.check("every ticket is completed once", this::tickets),
        bench.check("an exception is not swallowed by submit", this::exception),
        bench.check("submit does not block", this::submitReturns));
  }

  private AsyncSession open(Driver driver, int index) throws Broken, InterruptedException {
    AsyncSession session = bench.call("openAsync(" + index + ")", () -> driver.openAsync(index));
    if (session == null) {
      throw new Broken("openAsync() returned null");
    }
    return session;
  }

  private void close(AsyncSession session) throws Broken, InterruptedException {
    bench.call(
        "close() of an asynchronous session",
        () -> {
          session.close();
          return session;
        });
  }

  private void sessions(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    Set<AsyncSession> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<AsyncSession> opened = new ArrayList<>();
    for (int i = 0; i < Bench.SESSIONS; i++) {
      AsyncSession session = open(driver, i);
      opened.add(session);
      if (!seen.add(session)) {
        minutes.violation("openAsync() returned " + BlockingChecks.SHARED);
      }
    }
    for (AsyncSession session : opened) {
      close(session);
    }
  }

  private void tickets(Driver driver, Verdict.Minutes minutes) throws Broken, InterruptedException {
    AsyncSession session = open(driver, 0);
    Tickets tickets = new Tickets(kinds.size() * IN_FLIGHT);
    List<TrialOperation> made = new ArrayList<>();
    bench.call(
        "submitting",
        () -> {
          int ticket = 0;
          for (OperationKind kind : kinds) {
            for (int i = 0; i < IN_FLIGHT; i++) {
              TrialOperation operation = new TrialOperation(kind, ticket, i);
              made.add(operation);
              submit(session, operation, ticket++, tickets);
            }
          }
          session.flush();
          return session;
        });
    tickets.awaitAll(bench.limit());
    close(session);
    minutes.violations(tickets.breaches());
    made.forEach(operation -> minutes.violations(operation.misuses()));
  }

  private static void submit(
      AsyncSession session, TrialOperation operation, int ticket, Tickets tickets)
      throws InterruptedException {
    OperationKind kind = operation.kind();
    tickets.submitted(ticket, kind);
    try {
      session.submit(operation, ticket, tickets);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      tickets.refused(ticket, kind + " threw " + e + " from submit");
    } finally {
      operation.expire();
    }
  }

  /// Lawful: submit throws, or the operation ends with a failure.
  private void exception(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    AsyncSession session = open(driver, 0);
    for (OperationKind kind : kinds) {
      TrialOperation operation = TrialOperation.failing(kind);
      End end = new End();
      bench.call(
          "submit of an operation in which an exception is thrown",
          () -> {
            try {
              session.submit(operation, 0, end);
              session.flush();
            } catch (InterruptedException e) {
              throw e;
            } catch (Exception e) {
              end.fail(0, e);
            } finally {
              operation.expire();
            }
            return session;
          });
      Boolean success = end.await(bench.limit());
      if (operation.hasFailed() && !Boolean.FALSE.equals(success)) {
        minutes.violation(
            success == null
                ? kind + " swallowed an exception in submit: neither thrown nor told as a failure"
                : BlockingChecks.swallowed(kind));
      }
    }
    close(session);
  }

  /// How one operation ended.
  private static final class End implements Completions {
    private final CompletableFuture<Boolean> success = new CompletableFuture<>();

    @Override
    public void complete(long ticket, Outcome outcome) {
      success.complete(outcome != null && outcome.isSuccess());
    }

    @Override
    public void fail(long ticket, Throwable cause) {
      success.complete(false);
    }

    /// @return whether it succeeded; null if it did not end in time
    Boolean await(Duration limit) throws InterruptedException {
      try {
        return success.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return null;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// The completions are held back by a lock: a submit that waits for one never returns.
  private void submitReturns(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    AsyncSession session = open(driver, 0);
    Tickets tickets = new Tickets(1);
    GatedTickets gated = new GatedTickets(tickets);
    TrialOperation operation = new TrialOperation(kinds.getFirst(), 0, 0);
    tickets.submitted(0, kinds.getFirst());
    Bench.Call<AsyncSession> call =
        bench.begin(
            "submit(), before its operation completed,",
            () -> {
              gated.submitter(Thread.currentThread());
              session.submit(operation, 0, gated);
              operation.expire();
              session.flush();
              return session;
            });
    try {
      call.join();
    } catch (Broken e) {
      minutes.violation(e.getMessage() + ": submit must not wait for the answer");
    } finally {
      gated.open();
    }
    tickets.awaitAll(bench.limit());
    close(session);
  }

  /// Completes nothing, but for the submitting thread itself, before it is opened.
  private static final class GatedTickets implements Completions {
    private final Tickets tickets;
    private volatile Thread submitter;
    private boolean open;

    GatedTickets(Tickets tickets) {
      this.tickets = tickets;
    }

    void submitter(Thread thread) {
      submitter = thread;
    }

    synchronized void open() {
      open = true;
      notifyAll();
    }

    private synchronized void pass() {
      boolean interrupted = false;
      while (!open && !Thread.currentThread().equals(submitter)) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void complete(long ticket, Outcome outcome) {
      pass();
      tickets.complete(ticket, outcome);
    }

    @Override
    public void fail(long ticket, Throwable cause) {
      pass();
      tickets.fail(ticket, cause);
    }
  }
}
