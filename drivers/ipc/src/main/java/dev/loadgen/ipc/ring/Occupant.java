package dev.loadgen.ipc.ring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// A process that has taken a role: its number, and when it started, so that another process that
/// was given the same number later is not mistaken for it. As one word, in which 0 is nobody:
///
/// ```
///   63                               32 31                                0
///   +----------------------------------+----------------------------------+
///   | start                            | process id                       |
///   +----------------------------------+----------------------------------+
/// ```
///
/// The start is in clock ticks since the boot, as `/proc` says: every process reads the same,
/// whatever happens to the clock meanwhile. Without `/proc` it is in seconds since 1970.
///
/// Both processes must see the same process ids: containers must share a PID namespace.
///
/// @param pid the process id, not 0
/// @param start the low 32 bits of when it started; 0 if that is not known
record Occupant(int pid, int start) {
  /// Nobody.
  static final long NONE = 0;

  /// How far two readings of one start can lie apart where it is derived from the time of the boot,
  /// which follows adjustments of the clock.
  private static final int TOLERANCE_SECONDS = 2;

  private static final long SELF = here().word();

  private static Occupant here() {
    ProcessHandle process = ProcessHandle.current();
    int start =
        ProcessStat.of(process.pid())
            .map(ProcessStat::startTicks)
            .orElseGet(() -> startSeconds(process));
    return new Occupant((int) process.pid(), start);
  }

  /// This process.
  static long self() {
    return SELF;
  }

  static Occupant ofWord(long word) {
    return new Occupant((int) word, (int) (word >>> 32));
  }

  long word() {
    return ((long) start << 32) | (pid & 0xFFFF_FFFFL);
  }

  private static int startSeconds(ProcessHandle process) {
    return process.info().startInstant().map(Instant::getEpochSecond).orElse(0L).intValue();
  }

  /// Whether the process still runs: it is there, it is no zombie, and it started when it says.
  boolean lives() {
    if (word() == SELF) {
      return true;
    }
    Optional<ProcessHandle> found = ProcessHandle.of(pid & 0xFFFF_FFFFL);
    if (found.isEmpty() || !found.get().isAlive()) {
      return false;
    }
    Optional<ProcessStat> stat = ProcessStat.of(pid & 0xFFFF_FFFFL);
    if (stat.isPresent()) {
      return !stat.get().isDead() && (start == 0 || start == stat.get().startTicks());
    }
    if (ProcessStat.isThere()) {
      return found.get().isAlive(); // of another user, who hides it; or it has ended just now
    }
    int actual = startSeconds(found.get());
    return start == 0 || actual == 0 || Math.abs(actual - start) <= TOLERANCE_SECONDS;
  }

  @Override
  public String toString() {
    return "process " + (pid & 0xFFFF_FFFFL);
  }

  /// What `/proc/<pid>/stat` says.
  ///
  /// @param state a letter
  /// @param startTicks the low 32 bits of the start, in clock ticks since the boot
  private record ProcessStat(char state, int startTicks) {
    private static final int START_AFTER_STATE = 19; // fields: 22 is the start, 3 the state

    static boolean isThere() {
      return Files.exists(Path.of("/proc/self/stat"));
    }

    /// Empty if there is none, or if it cannot be read.
    static Optional<ProcessStat> of(long pid) {
      try {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        // The name before may hold anything, parentheses and blanks too.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Optional.of(
            new ProcessStat(fields[0].charAt(0), (int) Long.parseLong(fields[START_AFTER_STATE])));
      } catch (IOException | RuntimeException e) {
        return Optional.empty();
      }
    }

    /// Whether it has ended and only waits for its parent to notice.
    boolean isDead() {
      return state == 'Z' || state == 'X';
    }
  }
}
