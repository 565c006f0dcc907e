package dev.loadgen.engine.worker;

import dev.loadgen.histograms.summary.ErrorSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts what drivers throw, by class, with message and place of the first of each. Thread-safe by
/// a lock: it is taken only where an operation has failed.
final class ErrorTally {
  private static final int MAX_CLASSES = 1000;

  private static final class Entry {
    final String message;
    final List<String> frames;
    long count;

    Entry(Throwable first) {
      message = Reason.message(first);
      frames = Reason.frames(first);
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  synchronized void add(Throwable error) {
    String name = error.getClass().getName();
    if (!entries.containsKey(name) && entries.size() >= MAX_CLASSES) {
      name = "(other classes)";
    }
    entries.computeIfAbsent(name, key -> new Entry(error)).count++;
  }

  synchronized List<ErrorSample> samples() {
    List<ErrorSample> samples = new ArrayList<>();
    entries.forEach((name, entry) ->
        samples.add(new ErrorSample(name, entry.message, entry.count, entry.frames)));
    return samples;
  }
}
