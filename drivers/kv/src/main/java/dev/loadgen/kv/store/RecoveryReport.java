package dev.loadgen.kv.store;

import java.util.List;

/// What was found when a store was opened.
///
/// @param wasClosed whether it had been closed in order; a new store had
/// @param records how many records were read and checked
/// @param elapsedNs how long that took
/// @param damaged whether something could not be read and was left out, which only a repair does
/// @param notes what was not in order, in sentences
public record RecoveryReport(
    boolean wasClosed, long records, long elapsedNs, boolean damaged, List<String> notes) {
  /// Copies the notes.
  public RecoveryReport {
    notes = List.copyOf(notes);
  }
}
