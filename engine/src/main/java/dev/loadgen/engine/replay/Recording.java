package dev.loadgen.engine.replay;

import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Replay;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a recording holds, once it has been read from end to end and found sound.
///
/// @param operations how many there are
/// @param lengthNs when the last is due, with the speed of the replay
/// @param kinds the kinds that it names
/// @param sized whether it says how large values are
/// @param unusedColumns what it has beside that
public record Recording(
    long operations, long lengthNs, Set<String> kinds, boolean sized, List<String> unusedColumns) {
  private static final int MOST_KINDS = 1000;

  /// How long a replay of it lasts: until the next would be due on average. So its last operation
  /// has time to complete, and operations by time is the recording's rate.
  public long wholeNs() {
    return lengthNs + 1 + (operations > 1 ? lengthNs / (operations - 1) : 0);
  }

  /// Reads one from end to end.
  ///
  /// @throws PlanException if anything in it is wrong; names the line
  public static Recording check(Replay replay) {
    Set<String> kinds = new TreeSet<>();
    ScheduleHash hash = new ScheduleHash();
    long count = 0;
    boolean sized = false;
    try (RecordingReader reader = new RecordingReader(replay)) {
      while (reader.advance()) {
        count++;
        hash.add(reader.recordedNs(), reader.recorded());
        if (reader.recorded() != null) {
          sized |= reader.recorded().valueBytes() >= 0;
          if (reader.recorded().kind() != null && kinds.size() < MOST_KINDS) {
            kinds.add(reader.recorded().kind());
          }
        }
      }
      if (count == 0) {
        throw new PlanException("--replay " + replay.file() + ": has a header and no rows");
      }
      requireHash(replay, reader.comment(), hash);
      return new Recording(
          count, reader.offsetNs(), Set.copyOf(kinds), sized, reader.unusedColumns());
    }
  }

  private static void requireHash(Replay replay, String comment, ScheduleHash hash) {
    String said = comment == null ? null : ScheduleHash.in(comment);
    String seen = hash.value();
    if (said != null && !said.equals(seen)) {
      throw new PlanException(
          "--replay "
              + replay.file()
              + ": its last line says that the schedule's hash is "
              + said
              + ", and it is "
              + seen
              + ": rows were lost or changed; if on purpose, delete that line");
    }
  }
}
