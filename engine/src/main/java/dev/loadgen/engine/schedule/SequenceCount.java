package dev.loadgen.engine.schedule;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Counts the arrivals of a sequence by going through it once more, apart from those who send: so
/// the count is a check on them. Goes on from where it is if it can, and remembers what it said.
/// One thread at a time.
final class SequenceCount {
  private final Supplier<ArrivalSequence> source;
  private final long limit;
  private final NavigableMap<Long, Long> known = new TreeMap<>(); // offset to count
  private ArrivalSequence sequence;
  private long count; // arrivals passed
  private boolean pending; // one has been advanced to, and not been passed
  private boolean over;

  /// @param limit how many arrivals there are at most
  SequenceCount(Supplier<ArrivalSequence> source, long limit) {
    this.source = source;
    this.limit = limit;
    restart();
  }

  void close() {
    sequence.close();
  }

  private void restart() {
    if (sequence != null) {
      sequence.close();
    }
    sequence = source.get();
    count = 0;
    pending = false;
    over = false;
  }

  /// How many arrivals there are before an instant.
  long before(long offsetNs) {
    if (offsetNs <= 0) {
      return 0; // without going back
    }
    Long said = known.get(offsetNs);
    if (said == null) {
      if (!known.isEmpty() && offsetNs < known.lastKey()) {
        restart();
      }
      while (hasOneBefore(offsetNs)) {
        pending = false;
        count++;
      }
      said = count;
      known.put(offsetNs, said);
    }
    return said;
  }

  private boolean hasOneBefore(long offsetNs) {
    if (!pending && !over) {
      over = count == limit || !sequence.advance();
      pending = !over;
    }
    return pending && sequence.offsetNs() < offsetNs;
  }
}
