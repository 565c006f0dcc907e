package dev.loadgen.engine.worker;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/// The operations in flight of one dispatcher: a slot for each that may be, in arrays of numbers.
///
/// A slot goes through phases; who changes one does so by a single atomic step, so that each
/// operation ends exactly once, whoever tries:
///
/// ```
///   FREE --grant--> GRANTED --send--> SENT --claim--> CLAIMED --done--> DONE --free--> FREE
///                      |               |
///                      +---- close ----+--> CLOSED   (the run is over: it stays censored)
/// ```
///
/// A *ticket* is a slot and the generation of its use: a second completion, or one that comes too
/// late, finds another generation or phase, and changes nothing. The dispatcher grants, sends (if
/// it calls the driver itself), and frees; any thread claims and marks done; the conductor closes.
/// Whoever claims writes how it ended, and then marks it done, which makes it visible. What is done
/// is pushed onto a stack of which the dispatcher takes all at once (Treiber, Systems Programming:
/// Coping with Parallelism, 1986; with one taker of everything there is no ABA problem).
///
/// Slots are used anew in the order in which they became free, and no more of them are used than
/// were needed at once: so memory is touched for what was really in flight.
final class Flights {
  private static final int FREE = 0;
  private static final int GRANTED = 1;
  private static final int SENT = 2;
  private static final int CLAIMED = 3;
  private static final int DONE = 4;
  private static final int CLOSED_SENT = 5;
  private static final int CLOSED_GRANTED = 6;
  private static final int PHASE_BITS = 3;
  private static final long PHASE_MASK = (1 << PHASE_BITS) - 1;
  private static final int SLOT_BITS = 24;
  private static final long SLOT_MASK = (1L << SLOT_BITS) - 1;
  private static final int NOTHING = -1;

  private final int capacity;
  private final AtomicLongArray states; // generation and phase
  private final AtomicInteger done = new AtomicInteger(NOTHING); // the stack's top
  private final int[] nextDone;
  private final int[] freed; // a ring, in the order of their freeing
  private long freedFirst;
  private long freedEnd;
  private int used; // slots below have been used

  // Of the operation in a slot: written by the dispatcher before it is sent.
  final long[] intendedNs;
  final long[] idealStartNs;
  final long[] made; // see Preparer.handOver
  final int[] kind;
  // Written by who calls the driver.
  final long[] sentNs;
  // Written by who has claimed it.
  final long[] completedNs;
  final int[] outcome; // negative for a failure: −1 − id
  final Throwable[] failure;
  // When the slot would have been free had everything been sent the moment it could be.
  final long[] idealFreeNs;

  /// @param capacity how many slots, at most 2^24
  Flights(int capacity) {
    if (capacity < 1 || capacity > SLOT_MASK) {
      throw new IllegalArgumentException(capacity + " slots");
    }
    this.capacity = capacity;
    this.states = new AtomicLongArray(capacity);
    this.nextDone = new int[capacity];
    this.freed = new int[capacity];
    this.intendedNs = new long[capacity];
    this.idealStartNs = new long[capacity];
    this.made = new long[capacity];
    this.kind = new int[capacity];
    this.sentNs = new long[capacity];
    this.completedNs = new long[capacity];
    this.outcome = new int[capacity];
    this.failure = new Throwable[capacity];
    this.idealFreeNs = new long[capacity];
    Arrays.fill(idealFreeNs, Long.MIN_VALUE);
  }

  /// About how many bytes a slot takes.
  static long bytesEach() {
    return 8 * Long.BYTES + 4 * Integer.BYTES + Long.BYTES;
  }

  int capacity() {
    return capacity;
  }

  /// How many slots have been used so far; they are the first ones.
  int used() {
    return used;
  }

  /// A free slot: the one that has been free for longest; if that would not have been free by the
  /// intended time, rather one that was never used. The dispatcher's.
  ///
  /// @return −1 if all are in use
  int free(long intendedAtNs) {
    boolean some = freedFirst < freedEnd;
    if (some && (used == capacity || idealFreeNs[oldestFreed()] <= intendedAtNs)) {
      int slot = oldestFreed();
      freedFirst++;
      return slot;
    }
    return used < capacity ? used++ : NOTHING;
  }

  private int oldestFreed() {
    return freed[(int) (freedFirst % capacity)];
  }

  /// How many operations have a slot.
  int inUse() {
    return used - (int) (freedEnd - freedFirst);
  }

  /// When the oldest operation that has been sent and has not ended was intended; `Long.MAX_VALUE`
  /// if there is none. Any thread's, and about as it is at the moment.
  long oldestIntendedNs() {
    long oldestNs = Long.MAX_VALUE;
    for (int slot = 0; slot < used; slot++) {
      if ((states.getAcquire(slot) & PHASE_MASK) == SENT) {
        oldestNs = Math.min(oldestNs, intendedNs[slot]);
      }
    }
    return oldestNs;
  }

  /// Gives a slot back; the dispatcher's. One that had been granted or was done.
  void giveBack(int slot) {
    states.setRelease(slot, (generation(states.get(slot)) << PHASE_BITS) | FREE);
    freed[(int) (freedEnd % capacity)] = slot;
    freedEnd++;
  }

  /// Begins a new generation of a free slot.
  ///
  /// @return the ticket
  long grant(int slot) {
    long generation = generation(states.get(slot)) + 1;
    states.setRelease(slot, (generation << PHASE_BITS) | GRANTED);
    return (generation << SLOT_BITS) | slot;
  }

  /// Marks a granted operation as sent.
  ///
  /// @return false if the run was closed meanwhile: it must not be sent
  boolean send(long ticket) {
    return step(ticket, GRANTED, SENT);
  }

  /// Claims the end of an operation, for whoever is first.
  ///
  /// @return false if it has ended already, or the ticket never was one
  boolean claim(long ticket) {
    return slot(ticket) < capacity && step(ticket, SENT, CLAIMED);
  }

  /// Makes the end of a claimed operation known.
  void done(long ticket) {
    int slot = slot(ticket);
    states.setRelease(slot, (generationOf(ticket) << PHASE_BITS) | DONE);
    int top;
    do {
      top = done.get();
      nextDone[slot] = top;
    } while (!done.compareAndSet(top, slot));
  }

  /// Whether something is done that was not taken.
  boolean hasDone() {
    return done.get() != NOTHING;
  }

  /// Takes all that is done; the dispatcher's.
  ///
  /// @return the first slot, −1 if there is none; [#next] leads to the others
  int takeDone() {
    return hasDone() ? done.getAndSet(NOTHING) : NOTHING;
  }

  /// The slot that was done before this one; to be asked before this one is given back.
  int next(int slot) {
    return nextDone[slot];
  }

  /// Closes a slot for good, whatever it is up to. The conductor's, once no dispatcher grants any
  /// more.
  ///
  /// @param cutNs what was done later counts as in flight
  /// @return whether its operation was done by then, and was not taken
  boolean close(int slot, long cutNs) {
    while (true) {
      long state = states.getAcquire(slot);
      int phase = (int) (state & PHASE_MASK);
      if (phase == DONE && completedNs[slot] <= cutNs) {
        return true;
      }
      int closed =
          switch (phase) {
            case SENT, DONE -> CLOSED_SENT;
            case GRANTED -> CLOSED_GRANTED;
            default -> phase;
          };
      // One that is claimed is done after a few steps of the thread that has claimed it.
      if (phase != CLAIMED
          && (closed == phase || states.compareAndSet(slot, state, state - phase + closed))) {
        return false;
      }
    }
  }

  /// Whether the operation in a closed slot was in flight.
  boolean wasInFlight(int slot) {
    return (states.get(slot) & PHASE_MASK) == CLOSED_SENT;
  }

  /// Whether the operation in a closed slot was granted and not sent.
  boolean wasGranted(int slot) {
    return (states.get(slot) & PHASE_MASK) == CLOSED_GRANTED;
  }

  /// Whether a ticket's operation was in flight when the run was closed: then it is no mistake that
  /// it ends now.
  boolean isClosed(long ticket) {
    long closed = (generationOf(ticket) << PHASE_BITS) | CLOSED_SENT;
    return slot(ticket) < capacity && states.get(slot(ticket)) == closed;
  }

  private boolean step(long ticket, int from, int to) {
    long generation = generationOf(ticket) << PHASE_BITS;
    return states.compareAndSet(slot(ticket), generation | from, generation | to);
  }

  static int slot(long ticket) {
    return (int) (ticket & SLOT_MASK);
  }

  private static long generationOf(long ticket) {
    return ticket >>> SLOT_BITS;
  }

  private static long generation(long state) {
    return state >>> PHASE_BITS;
  }
}
