package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// A role that one process at a time has, such as producer of a ring: a word that holds the
/// [Occupant].
///
/// Anybody writes the word, by compare-and-set only: from nobody, or from a process that has ended,
/// to oneself; and from oneself to nobody. So of several that come at once one gets it. What the
/// one before did with release order is visible to the next.
final class Role implements AutoCloseable {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

  private final MemorySegment segment;
  private final long offset;
  private boolean held = true;

  private Role(MemorySegment segment, long offset) {
    this.segment = segment;
    this.offset = offset;
  }

  /// Takes the role.
  ///
  /// @param what the role, for the sentence
  /// @throws RoleTakenException if another has it and lives, or this very process has it
  static Role take(MemorySegment segment, long offset, String what) throws RoleTakenException {
    while (true) {
      long word = wordAcquire(segment, offset);
      if (word != Occupant.NONE && Occupant.ofWord(word).lives()) {
        throw new RoleTakenException(
            what
                + " is taken by "
                + (word == Occupant.self() ? "this process" : Occupant.ofWord(word)));
      }
      if (WORD.compareAndSet(segment, offset, word, Occupant.self())) {
        return new Role(segment, offset);
      }
    }
  }

  /// Who has a role; [Occupant#NONE] for nobody.
  static long wordAcquire(MemorySegment segment, long offset) {
    return (long) WORD.getAcquire(segment, offset);
  }

  /// Frees the role of a process that has ended. Whoever does it first, does it.
  ///
  /// @throws InternalError if the file was cut off before that
  static void vacate(MemorySegment segment, long offset, long word) {
    // Looks first: the JVM survives a read of what was cut off, but not always a compare-and-set.
    if (wordAcquire(segment, offset) == word) {
      var _ = WORD.compareAndSet(segment, offset, word, Occupant.NONE);
    }
  }

  /// Gives it up; again it changes nothing. From any thread.
  @Override
  public synchronized void close() {
    if (held) {
      held = false;
      vacate(segment, offset, Occupant.self());
    }
  }
}
