package dev.loadgen.driver.testkit;

import dev.loadgen.driver.Completions;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Keeps account of what became of each ticket. Thread-safe by a lock.
final class Tickets implements Completions {
  private final OperationKind[] kinds;
  private final boolean[] ended;
  private final List<String> breaches = new ArrayList<>();
  private int left;

  /// @param count tickets are 0 to count − 1
  Tickets(int count) {
    kinds = new OperationKind[count];
    ended = new boolean[count];
    left = count;
  }

  synchronized void submitted(int ticket, OperationKind kind) {
    kinds[ticket] = kind;
  }

  /// The submit threw: the ticket has ended with that.
  synchronized void refused(int ticket, String sentence) {
    breaches.add(sentence);
    end(ticket, kinds[ticket] + " was completed although its submit threw");
  }

  @Override
  public synchronized void complete(long ticket, Outcome outcome) {
    if (known(ticket)) {
      OperationKind kind = kinds[(int) ticket];
      if (outcome == null) {
        breaches.add(kind + " was completed with null instead of an Outcome");
      } else if (!outcome.isSuccess()) {
        breaches.add(kind + " failed with the outcome " + outcome.name());
      }
      end((int) ticket, kind + " was completed twice");
    }
  }

  @Override
  public synchronized void fail(long ticket, Throwable cause) {
    if (known(ticket)) {
      OperationKind kind = kinds[(int) ticket];
      breaches.add(kind + (cause == null ? " failed with a null cause" : " failed: " + cause));
      end((int) ticket, kind + " was completed twice");
    }
  }

  private boolean known(long ticket) {
    if (ticket >= 0 && ticket < kinds.length && kinds[(int) ticket] != null) {
      return true;
    }
    breaches.add("a ticket was completed that had not been submitted");
    return false;
  }

  private void end(int ticket, String ifEnded) {
    if (ended[ticket]) {
      breaches.add(ifEnded);
      return;
    }
    ended[ticket] = true;
    left--;
    notifyAll();
  }

  /// Waits until every ticket has ended; those that have not are breaches.
  synchronized void awaitAll(Duration limit) throws InterruptedException {
    long deadlineNs = System.nanoTime() + limit.toNanos();
    long restNs = limit.toNanos();
    while (left > 0 && restNs > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, restNs);
      restNs = deadlineNs - System.nanoTime();
    }
    for (int i = 0; i < ended.length; i++) {
      if (!ended[i]) {
        breaches.add(
            kinds[i] + " was not completed within " + limit.toMillis() + " ms after flush()");
      }
    }
  }

  synchronized List<String> breaches() {
    return breaches.stream().distinct().toList();
  }
}
