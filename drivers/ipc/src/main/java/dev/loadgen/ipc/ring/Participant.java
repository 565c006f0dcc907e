package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// One producer or consumer of a shared ring, as it is seen by the others: who it is, and which
/// position it is about to take or has taken. By that its slot is found should it die while it owns
/// one, which would else block the ring for good.
///
/// ```
///     0  process    Role
///     8  offering   position + 1 of the last slot that this producer tried to own; 0 for none
///    16  taking     the same of a consumer
///    24  zero
///   128
/// ```
///
/// Its owner writes; anybody reads. What it tries is written *before* it moves tail or head: so
/// when a position is taken, the participant that took it says so, until that slot has its next
/// number. What it says may be out of date, but then that slot has moved on.
final class Participant implements AutoCloseable {
  private static final long OFFERING_AT = 8;
  private static final long TAKING_AT = 16;
  private static final long NONE = 0;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

  private final MemorySegment ring;
  private final long at;
  private final Role role;

  private Participant(MemorySegment ring, long at, Role role) {
    this.ring = ring;
    this.at = at;
    this.role = role;
    offeringNone();
    takingNone();
  }

  /// Joins, in the first free place. What the dead left is cleared up before.
  ///
  /// @throws RoleTakenException if all places are taken
  static Participant join(SharedControl control, String what) throws RoleTakenException {
    recover(control);
    for (int i = 0; i < SharedControl.PARTICIPANTS; i++) {
      long at = SharedControl.participantAt(i);
      if (Role.wordAcquire(control.ring(), at) == Occupant.NONE) {
        try {
          return new Participant(control.ring(), at, Role.take(control.ring(), at, what));
        } catch (RoleTakenException e) {
          // Another was quicker: the next place, then.
        }
      }
    }
    throw new RoleTakenException(
        what + ": all " + SharedControl.PARTICIPANTS + " places are taken");
  }

  /// Says which position its owner is about to take as a producer.
  void offeringRelease(long position) {
    WORD.setRelease(ring, at + OFFERING_AT, position + 1);
  }

  void offeringNone() {
    WORD.setRelease(ring, at + OFFERING_AT, NONE);
  }

  /// Says which position its owner is about to take as a consumer.
  void takingRelease(long position) {
    WORD.setRelease(ring, at + TAKING_AT, position + 1);
  }

  void takingNone() {
    WORD.setRelease(ring, at + TAKING_AT, NONE);
  }

  /// Clears up after participants whose process has ended. Anybody may do it at any time, several
  /// at once too; what cannot be decided yet is left to the next time.
  ///
  /// @return how many were cleared up
  static int recover(SharedControl control) {
    int recovered = 0;
    for (int i = 0; i < SharedControl.PARTICIPANTS; i++) {
      long at = SharedControl.participantAt(i);
      long word = Role.wordAcquire(control.ring(), at);
      if (word != Occupant.NONE
          && !Occupant.ofWord(word).lives()
          && giveUpOffered(control, at)
          && giveUpTaken(control, at)) {
        Role.vacate(control.ring(), at, word);
        recovered++;
      }
    }
    return recovered;
  }

  /// @return false if that cannot be decided yet
  private static boolean giveUpOffered(SharedControl control, long at) {
    long position = (long) WORD.getAcquire(control.ring(), at + OFFERING_AT) - 1;
    if (position < 0
        || control.tailAcquire() <= position
        || control.numberAcquire(position) != position) {
      return true; // it owned none, or had published it
    }
    if (isOfTheLiving(control, OFFERING_AT, position)) {
      return false; // either of them owns it
    }
    control.replaceNumber(position, position, (position + 1) | SharedControl.ABANDONED);
    return true;
  }

  private static boolean giveUpTaken(SharedControl control, long at) {
    long position = (long) WORD.getAcquire(control.ring(), at + TAKING_AT) - 1;
    if (position < 0 || control.headAcquire() <= position) {
      return true;
    }
    long number = control.numberAcquire(position);
    if ((number & SharedControl.POSITION) != position + 1) {
      return true;
    }
    if (isOfTheLiving(control, TAKING_AT, position)) {
      return false;
    }
    control.replaceNumber(position, number, position + control.capacity());
    return true;
  }

  private static boolean isOfTheLiving(SharedControl control, long wordAt, long position) {
    for (int i = 0; i < SharedControl.PARTICIPANTS; i++) {
      long at = SharedControl.participantAt(i);
      if ((long) WORD.getAcquire(control.ring(), at + wordAt) == position + 1) {
        long word = Role.wordAcquire(control.ring(), at);
        if (word != Occupant.NONE && Occupant.ofWord(word).lives()) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void close() {
    role.close();
  }
}
