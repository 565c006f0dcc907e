package dev.loadgen.engine.worker;

import dev.loadgen.histograms.summary.ErrorSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts what drivers throw, by class, with the first message of each. Thread-safe by a lock: it
/// is taken only where an operation has failed.
final class ErrorTally {
  private static final int MAX_CLASSES = 1000;

  private static final class Entry {
    final String message;
    long count;

    Entry(String message) {
      this.message = message;
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  synchronized void add(Throwable error) {
    String name = error.getClass().getName();
    if (!entries.containsKey(name) && entries.size() >= MAX_CLASSES) {
      name = "(other classes)";
    }
    entries.computeIfAbsent(name, key -> new Entry(Reason.message(error))).count++;
  }

  synchronized List<ErrorSample> samples() {
    List<ErrorSample> samples = new ArrayList<>();
    entries.forEach(
        (name, entry) -> samples.add(new ErrorSample(name, entry.message, entry.count)));
    return samples;
  }
}
