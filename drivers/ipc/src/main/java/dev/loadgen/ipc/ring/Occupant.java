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
///   | start, seconds since 1970        | process id                       |
///   +----------------------------------+----------------------------------+
/// ```
///
/// Both processes must see the same process ids: containers must share a PID namespace.
///
/// @param pid the process id, not 0
/// @param startSeconds the low 32 bits of when it started; 0 if that is not known
record Occupant(int pid, int startSeconds) {
  /// Nobody.
  static final long NONE = 0;

  /// How far two readings of one start can lie apart: each is derived from the time of the boot,
  /// which follows adjustments of the clock.
  private static final int TOLERANCE_SECONDS = 2;

  private static final long SELF = of(ProcessHandle.current()).word();

  private static Occupant of(ProcessHandle process) {
    return new Occupant((int) process.pid(), startSeconds(process));
  }

  /// This process.
  static long self() {
    return SELF;
  }

  static Occupant ofWord(long word) {
    return new Occupant((int) word, (int) (word >>> 32));
  }

  long word() {
    return ((long) startSeconds << 32) | (pid & 0xFFFF_FFFFL);
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
    if (found.isEmpty() || !found.get().isAlive() || isZombie()) {
      return false;
    }
    int actual = startSeconds(found.get());
    return startSeconds == 0 || actual == 0 || Math.abs(actual - startSeconds) <= TOLERANCE_SECONDS;
  }

  /// Whether it has ended and only waits for its parent to notice; false where that cannot be seen.
  private boolean isZombie() {
    try {
      String stat = Files.readString(Path.of("/proc", Integer.toString(pid), "stat"));
      int afterName = stat.lastIndexOf(')') + 2; // the name may hold anything, parentheses too
      return afterName < stat.length() && "ZX".indexOf(stat.charAt(afterName)) >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "process " + (pid & 0xFFFF_FFFFL);
  }
}
