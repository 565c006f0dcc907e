package dev.loadgen.driver.testkit;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.testkit.Bench.Broken;
import dev.loadgen.driver.testkit.DriverContract.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// What blocking sessions promise.
final class BlockingChecks {
  /// What is wrong with a session that comes out of two calls.
  static final String SHARED =
      "one session for two indexes: a session serves one thread at a time (a lambda that captures"
          + " nothing is one object, however often it is evaluated)";

  private static final int ROUNDS = 25;

  private final Bench bench;
  private final List<OperationKind> kinds;

  BlockingChecks(Bench bench) {
    this.bench = bench;
    this.kinds = bench.kinds();
  }

  List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(bench.check("each index has a session of its own", this::sessions));
    checks.add(bench.check("every operation succeeds, in all sessions at once", this::operations));
    if (writing().isPresent() && reading().isPresent()) {
      checks.add(bench.check("what was written can be read", this::writtenIsRead));
    }
    checks.add(bench.check("an exception is not swallowed", this::exception));
    checks.add(bench.check("an interrupt is not swallowed", this::interrupt));
    return checks;
  }

  private void sessions(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    Set<Session> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Session session : openAll(driver)) {
      if (!seen.add(session)) {
        minutes.violation("open() returned " + SHARED);
      }
      close(session);
    }
  }

  private List<Session> openAll(Driver driver) throws Broken, InterruptedException {
    List<Bench.Call<Session>> calls = new ArrayList<>();
    for (int i = 0; i < Bench.SESSIONS; i++) {
      int index = i;
      calls.add(bench.begin("open(" + i + ")", () -> driver.open(index)));
    }
    List<Session> sessions = new ArrayList<>();
    for (Bench.Call<Session> call : calls) {
      Session session = call.join();
      if (session == null) {
        throw new Broken("open() returned null");
      }
      sessions.add(session);
    }
    return sessions;
  }

  private void close(Session session) throws Broken, InterruptedException {
    bench.call(
        "close() of a session",
        () -> {
          session.close();
          return session;
        });
  }

  private void operations(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    ConcurrentLinkedQueue<String> breaches = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<TrialOperation> made = new ConcurrentLinkedQueue<>();
    CyclicBarrier opened = new CyclicBarrier(Bench.SESSIONS);
    List<Bench.Call<Session>> calls = new ArrayList<>();
    for (int i = 0; i < Bench.SESSIONS; i++) {
      int index = i;
      calls.add(
          bench.begin(
              "a session that executes " + ROUNDS + " operations of each kind",
              () -> {
                Session session = driver.open(index);
                opened.await();
                executeAll(session, index, breaches, made);
                session.close();
                return session;
              }));
    }
    for (Bench.Call<Session> call : calls) {
      call.join();
    }
    breaches.forEach(minutes::violation);
    made.forEach(operation -> minutes.violations(operation.misuses()));
  }

  /// Those that create records come first, so that the others find some.
  private void executeAll(
      Session session,
      int index,
      ConcurrentLinkedQueue<String> breaches,
      ConcurrentLinkedQueue<TrialOperation> made)
      throws InterruptedException {
    List<OperationKind> ordered = new ArrayList<>(kinds);
    ordered.sort(java.util.Comparator.comparing(kind -> !kind.needs().contains(Need.NEW_KEY)));
    long sequence = index;
    for (OperationKind kind : ordered) {
      for (int round = 0; round < ROUNDS; round++) {
        sequence += Bench.SESSIONS;
        TrialOperation operation =
            new TrialOperation(kind, sequence, (long) round * Bench.SESSIONS + index);
        made.add(operation);
        String breach = execute(session, operation);
        if (breach != null) {
          breaches.add(breach);
        }
      }
    }
  }

  /// Executes an operation that must not fail.
  ///
  /// @return the breach; null if there is none
  private static String execute(Session session, TrialOperation operation)
      throws InterruptedException {
    OperationKind kind = operation.kind();
    try {
      Outcome outcome = session.execute(operation);
      if (outcome == null) {
        return kind + " returned null instead of an Outcome";
      }
      return outcome.isSuccess() ? null : kind + " failed with the outcome " + outcome.name();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError | AssertionError e) {
      return kind + " threw " + e;
    } finally {
      operation.expire();
    }
  }

  private Optional<OperationKind> writing() {
    return first(kind -> kind.needs().contains(Need.NEW_KEY))
        .or(() -> first(kind -> kind.needs().contains(Need.KEY) && writes(kind)));
  }

  private static boolean writes(OperationKind kind) {
    return kind.needs().contains(Need.VALUE) || kind.needs().contains(Need.FIELD_VALUES);
  }

  private Optional<OperationKind> reading() {
    return first(kind -> kind.name().equals("READ") && kind.needs().contains(Need.KEY));
  }

  private Optional<OperationKind> first(Predicate<OperationKind> condition) {
    return kinds.stream().filter(condition).findFirst();
  }

  private void writtenIsRead(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    OperationKind writes = writing().orElseThrow();
    OperationKind reads = reading().orElseThrow();
    Session session = openAll(driver).getFirst();
    AtomicInteger handedOver = new AtomicInteger();
    bench.call(
        "writing and reading",
        () -> {
          for (int number = 0; number < ROUNDS; number++) {
            TrialOperation write = new TrialOperation(writes, 2L * number, 1000L + number);
            Outcome written = session.execute(write);
            write.expire();
            TrialOperation read = new TrialOperation(reads, 2L * number + 1, 1000L + number);
            Outcome found = session.execute(read);
            read.expire();
            if (written == Outcome.OK && found == Outcome.OK && read.handedOver()) {
              handedOver.incrementAndGet();
              if (writes(writes) && !read.isReadRight(writes.needs().contains(Need.NEW_KEY))) {
                minutes.violation(
                    reads
                        + " handed over other bytes than "
                        + writes
                        + " had stored: is the value cut, changed, or a buffer of the operation, which"
                        + " is reused?");
              }
            }
            if (written == Outcome.OK && found == Outcome.NOT_FOUND) {
              minutes.violation(
                  writes
                      + " returned OK, but READ of the same key NOT_FOUND: is the record not stored, or"
                      + " under a buffer of the operation, which is reused?");
            }
          }
          return session;
        });
    if (handedOver.get() == 0 && minutes.isClean()) {
      minutes.unchecked(
          "whether values come back as they were written: the driver hands nothing over with"
              + " readValue or readField, which --verify needs, too");
    }
    close(session);
  }

  /// Lawful: the exception comes out, or the outcome is a failure.
  private void exception(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    Session session = openAll(driver).getFirst();
    for (OperationKind kind : kinds) {
      TrialOperation operation = TrialOperation.failing(kind);
      boolean success =
          bench.call(
              "an operation in which an exception is thrown",
              () -> {
                try {
                  Outcome outcome = session.execute(operation);
                  return outcome != null && outcome.isSuccess();
                } catch (Exception e) {
                  return false;
                } finally {
                  operation.expire();
                }
              });
      if (success && operation.hasFailed()) {
        minutes.violation(swallowed(kind));
      }
    }
    close(session);
  }

  /// The sentence on a kind that succeeds although an exception was thrown inside it.
  static String swallowed(OperationKind kind) {
    return kind
        + " swallowed an exception and told of a success: let exceptions through, or return a"
        + " failure";
  }

  /// Lawful: the interrupt comes out as an exception, or is still pending when the call returns.
  private void interrupt(Driver driver, Verdict.Minutes minutes)
      throws Broken, InterruptedException {
    Session session = openAll(driver).getFirst();
    OperationKind kind = kinds.getFirst();
    AtomicBoolean threw = new AtomicBoolean();
    boolean swallowed =
        bench.call(
            "an operation of an interrupted thread",
            () -> {
              TrialOperation operation = new TrialOperation(kind, 0, 0);
              Thread.currentThread().interrupt();
              try {
                session.execute(operation);
                return !Thread.interrupted();
              } catch (Exception e) {
                threw.set(true);
                return false;
              } finally {
                operation.expire();
              }
            });
    if (swallowed) {
      minutes.violation(
          kind
              + " swallowed an interrupt: let InterruptedException through, or set the interrupt"
              + " again");
    } else if (!threw.get()) {
      minutes.unchecked(
          "whether a call that waits for an answer ends when it is interrupted: none had to wait"
              + " (calls of java.net.Socket do not; see writing-a-driver.md)");
    }
    close(session);
  }
}
