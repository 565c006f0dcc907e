package dev.loadgen.engine.worker;

import dev.loadgen.driver.Operation;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.histograms.recording.KindRecordings;
import dev.loadgen.histograms.summary.HeldBack;
import java.util.function.LongPredicate;

/// A worker of the open model: sends operations at their intended times, however many are in
/// flight, up to a bound. At the bound an operation waits for a slot, and its response time runs.
///
/// Each operation is taken, given a slot, prepared, waited for, sent; when it has ended, whoever
/// ended it leaves that in the slot ([Flights]), and this thread records it. Its response time
/// falls into `backlog wait + lag + service`, exactly. Its ideal start is the latest of its
/// intended time, the ideal end of the operation that had its slot before, and the ideal return of
/// the driver call before it on this thread; each follows from the ideal start before it and from
/// what the system took, so none is later than what really was, and all three parts are at least 0.
///
/// This thread is the one writer of its recordings; what others end reaches it through the slots.
/// It looks for that whenever it waits, and is woken for it if it means to wait for long.
abstract class Dispatcher extends Worker {
  private static final long DOZE_NS = 5_000_000; // a wait in which it wants to be woken
  private static final int BATCH = 64; // sends until a flush, at most

  protected final Flights flights;
  protected final Intake intake;
  private final Pacer pacer;
  private final LongPredicate wakes = this::settleAndTestOvertaken;
  private volatile boolean dozing;
  private long idealFreeNs; // of this thread
  private int unflushed;

  /// When the driver's last call on this thread returned: behind its schedule, it need not look at
  /// the clock to know that an operation's time has come.
  protected long returnedNs = Long.MIN_VALUE;

  // The books: see Worker.
  private long heldBack;
  private long heldBackMostNs;
  private long mostInFlight;

  Dispatcher(int index, Gear gear, ArrivalStream arrivals, Pacer pacer, int capacity) {
    super(index, gear);
    this.flights = new Flights(capacity);
    this.intake = new Intake(arrivals, control, clock);
    this.pacer = pacer;
  }

  /// Prepares the operation that was taken last, for a slot.
  abstract Operation prepare(int slot);

  /// The index of the kind of the operation prepared last for a slot.
  abstract int kindIndex(int slot);

  /// Hands over what the operation prepared last makes; see [Flights#made].
  abstract long handOver(int slot);

  /// The operation prepared last for a slot is not sent.
  abstract void drop(int slot);

  /// Sends a granted operation.
  ///
  /// @return how long the driver kept this thread, ns
  abstract long send(long ticket, Operation operation);

  /// Nothing more is due right now.
  abstract void flush();

  @Override
  final Intake intake() {
    return intake;
  }

  @Override
  final void work() {
    idealFreeNs = control.startNs();
    while (takeNext()) {
      int slot = awaitSlot();
      if (slot < 0) {
        break;
      }
      long freeNs = flights.capacity() == flights.used() ? clock.nanoTime() : Long.MIN_VALUE;
      Operation operation = prepare(slot);
      long ticket = begin(slot, awaitTurn(), freeNs);
      if (ticket < 0) {
        drop(slot);
        flights.giveBack(slot);
      } else {
        long tookNs = send(ticket, operation);
        idealFreeNs = flights.idealStartNs[slot] + tookNs;
        unflushed++;
      }
    }
    awaitRest();
  }

  private boolean takeNext() {
    long token = recorder.enter();
    try {
      return !control.closed() && intake.takeNext();
    } finally {
      recorder.exit(token);
    }
  }

  /// @return a slot; −1 if the operation's time is over before there is one
  private int awaitSlot() {
    settle();
    int slot = flights.free(intake.intendedNs());
    if (slot >= 0) {
      return slot;
    }
    flushAll();
    dozing = true; // before the next look: what ends after it wakes this thread
    try {
      while (true) {
        settle();
        slot = flights.free(intake.intendedNs());
        if (slot >= 0 || control.overtaken(intake.intendedNs())) {
          return slot;
        }
        clock.parkUntil(Long.MAX_VALUE);
      }
    } finally {
      dozing = false;
    }
  }

  private long awaitTurn() {
    long intendedNs = intake.intendedNs();
    long nowNs = returnedNs >= intendedNs ? returnedNs : clock.nanoTime();
    if (nowNs >= intendedNs) {
      if (unflushed >= BATCH) {
        flushAll();
      }
      return nowNs;
    }
    flushAll();
    dozing = intendedNs - nowNs > DOZE_NS;
    try {
      return pacer.await(intendedNs, wakes);
    } finally {
      dozing = false;
    }
  }

  private boolean settleAndTestOvertaken(long deadlineNs) {
    settle();
    return control.overtaken(deadlineNs);
  }

  private void flushAll() {
    if (unflushed > 0) {
      unflushed = 0;
      flush();
    }
  }

  /// Grants the operation its slot, unless its time is over.
  ///
  /// @param freeNs when a slot was there, if that could have kept it waiting
  /// @return the ticket; −1 if it is not to be sent
  private long begin(int slot, long nowNs, long freeNs) {
    long token = recorder.enter();
    try {
      if (intake.settle(nowNs) != Intake.Turn.SENT) {
        return -1;
      }
      long intendedNs = intake.intendedNs();
      int kind = kindIndex(slot);
      flights.kind[slot] = kind;
      flights.intendedNs[slot] = intendedNs;
      flights.sentNs[slot] = nowNs;
      flights.idealStartNs[slot] =
          Math.max(Math.max(intendedNs, idealFreeNs), flights.idealFreeNs[slot]);
      flights.made[slot] = handOver(slot);
      boolean inWindow = intendedNs >= control.windowNs();
      if (inWindow && flights.idealFreeNs[slot] > intendedNs) {
        heldBack++;
        heldBackMostNs = Math.max(heldBackMostNs, freeNs - intendedNs);
      }
      mostInFlight = Math.max(mostInFlight, flights.inUse());
      recordings(kind, inWindow).sent();
      return flights.grant(slot);
    } finally {
      recorder.exit(token);
    }
  }

  /// Records what has ended, and frees its slots.
  private void settle() {
    if (!flights.hasDone()) {
      return;
    }
    long token = recorder.enter();
    try {
      if (control.closed()) {
        return; // the conductor sweeps it up
      }
      int slot = flights.takeDone();
      while (slot >= 0) {
        int next = flights.next(slot);
        record(slot);
        flights.giveBack(slot);
        slot = next;
      }
    } finally {
      recorder.exit(token);
    }
  }

  private void record(int slot) {
    long intendedNs = flights.intendedNs[slot];
    long sentNs = flights.sentNs[slot];
    long completedNs = flights.completedNs[slot];
    long idealStartNs = flights.idealStartNs[slot];
    long serviceNs = completedNs - sentNs;
    long waitNs = idealStartNs - intendedNs;
    long lagNs = sentNs - idealStartNs;
    long responseNs = completedNs - intendedNs;
    flights.idealFreeNs[slot] = idealStartNs + serviceNs;
    KindRecordings recordings = recordings(flights.kind[slot], intendedNs >= control.windowNs());
    if (completedNs < control.overNs()) {
      recordings.completedInTime();
    }
    int outcome = flights.outcome[slot];
    boolean well = outcome >= 0;
    if (flights.made[slot] >= 0) {
      workload.answered(flights.made[slot], well);
    }
    if (well) {
      recordings.succeeded(outcome, serviceNs, responseNs, waitNs, lagNs);
    } else {
      recordings.failed(-1 - outcome, serviceNs, responseNs, waitNs, lagNs);
      tallyFailure(flights.failure[slot]);
      flights.failure[slot] = null;
    }
  }

  /// An operation has ended; from any thread.
  ///
  /// @param failure what was thrown; null if the outcome says it all
  protected final void end(
      long ticket, long completedNs, int outcome, boolean well, Throwable failure) {
    if (!flights.claim(ticket)) {
      if (!flights.isClosed(ticket)) {
        control.strayCompletion();
      }
      return;
    }
    int slot = Flights.slot(ticket);
    flights.completedNs[slot] = completedNs;
    flights.outcome[slot] = well ? outcome : -1 - outcome;
    flights.failure[slot] = failure;
    flights.done(ticket);
    if (dozing) {
      clock.unpark(thread());
    }
  }

  private void awaitRest() {
    flushAll();
    dozing = true; // before the next look: what ends after it wakes this thread
    settle();
    while (!control.closed() && flights.inUse() > 0) {
      clock.parkUntil(Long.MAX_VALUE);
      settle();
    }
    dozing = false;
  }

  @Override
  final long oldestIntendedNs() {
    return Math.min(
        intake.isHeld() ? intake.intendedNs() : Long.MAX_VALUE, flights.oldestIntendedNs());
  }

  @Override
  final void sweep(long cutNs) {
    for (int slot = 0; slot < flights.used(); slot++) {
      if (flights.close(slot, cutNs)) {
        record(slot);
      }
    }
  }

  @Override
  final void eachInFlight(InFlightVisitor visitor) {
    for (int slot = 0; slot < flights.used(); slot++) {
      if (flights.wasInFlight(slot)) {
        visitor.visit(flights.kind[slot], flights.intendedNs[slot], flights.sentNs[slot]);
      }
    }
  }

  @Override
  final void eachUnsent(UnsentVisitor visitor) {
    for (int slot = 0; slot < flights.used(); slot++) {
      if (flights.wasGranted(slot)) {
        visitor.visit(flights.kind[slot], flights.intendedNs[slot]);
      }
    }
  }

  @Override
  final HeldBack heldBack() {
    return new HeldBack(heldBack, heldBackMostNs, mostInFlight);
  }
}
