package dev.loadgen.engine.result;

import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.histograms.log.IntervalLog;
import dev.loadgen.histograms.log.TaggedHistogram;
import dev.loadgen.histograms.log.Timeline;
import dev.loadgen.histograms.log.TimelineRow;
import dev.loadgen.histograms.summary.RunSummary;
import dev.loadgen.histograms.summary.SummaryJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The files of one run: interval logs, timeline, summary. A file that cannot be written is a
/// problem that is reported once, and the run goes on. Used by one thread.
public final class RunFiles {
  /// The interval log of the window.
  public static final String LATENCY = "latency.hlog";

  /// The interval log of the warm-up.
  public static final String WARMUP = "warmup.hlog";

  /// What happened in each interval, beside latencies.
  public static final String TIMELINE = "timeline.csv";

  /// All figures.
  public static final String SUMMARY = "summary.json";

  private interface Write {
    void run() throws IOException;
  }

  private final Optional<Path> directory;
  private final Map<String, String> loadIdentity;
  private final Consumer<String> problems;
  private IntervalLog latency;
  private IntervalLog warmup;
  private Timeline timeline;
  private final Set<String> failed = new HashSet<>();

  /// @param directory where they go; empty for nowhere
  /// @param loadIdentity by which a load is told ([LoadMark#identity])
  /// @param problems hears one sentence for each file that cannot be written
  public RunFiles(
      Optional<Path> directory, Map<String, String> loadIdentity, Consumer<String> problems) {
    this.directory = directory;
    this.loadIdentity = loadIdentity;
    this.problems = problems;
  }

  /// Creates the files.
  ///
  /// @param windowEpochMs when the window starts
  /// @param warmupEpochMs when the warm-up starts; empty without one
  /// @param comments of the logs' headers
  /// @param counters names of the timeline's further columns
  /// @throws IOException if one cannot be created
  public void open(
      long windowEpochMs,
      Optional<Long> warmupEpochMs,
      List<String> comments,
      List<String> counters)
      throws IOException {
    if (directory.isEmpty()) {
      return;
    }
    Path home = directory.get();
    latency = IntervalLog.create(home.resolve(LATENCY), windowEpochMs, comments);
    if (warmupEpochMs.isPresent()) {
      warmup = IntervalLog.create(home.resolve(WARMUP), warmupEpochMs.get(), comments);
    }
    timeline = Timeline.create(home.resolve(TIMELINE), counters);
  }

  /// Logs an interval of the window.
  public void latency(long startNs, long endNs, List<TaggedHistogram> lines) {
    if (latency != null) {
      attempt(LATENCY, () -> latency.interval(startNs, endNs, lines));
    }
  }

  /// Logs an interval of the warm-up.
  public void warmup(long startNs, long endNs, List<TaggedHistogram> lines) {
    if (warmup != null) {
      attempt(WARMUP, () -> warmup.interval(startNs, endNs, lines));
    }
  }

  /// Adds a comment to the window's log.
  public void comment(String text) {
    if (latency != null) {
      attempt(LATENCY, () -> latency.comment(text));
    }
  }

  /// Adds a row to the timeline.
  public void row(TimelineRow row) {
    if (timeline != null) {
      attempt(TIMELINE, () -> timeline.row(row));
    }
  }

  /// Marks how far a load has come.
  ///
  /// @param loaded how many records are there
  public void loaded(long loaded) {
    if (directory.isPresent()) {
      attempt(LoadMark.FILE, () -> LoadMark.write(directory.get(), loadIdentity, loaded));
    }
  }

  /// Closes logs and timeline.
  public void close() {
    if (directory.isPresent()) {
      attempt(LATENCY, latency::close);
      if (warmup != null) {
        attempt(WARMUP, warmup::close);
      }
      attempt(TIMELINE, timeline::close);
    }
  }

  /// Writes the summary; one that was written before is replaced in one step.
  public void summary(RunSummary summary) {
    if (directory.isPresent()) {
      attempt(
          SUMMARY,
          () -> {
            // First into memory: the writer of JSON wraps what the disk says, and half a summary on
            // disk would be no summary.
            ByteArrayOutputStream json = new ByteArrayOutputStream();
            SummaryJson.write(summary, json);
            Path file = directory.get().resolve(SUMMARY);
            Path part = directory.get().resolve(SUMMARY + ".part");
            try {
              Files.write(part, json.toByteArray());
              Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
              Files.deleteIfExists(part);
              throw e;
            }
          });
    }
  }

  /// Whether anything could not be written.
  public boolean failed() {
    return !failed.isEmpty();
  }

  private void attempt(String file, Write write) {
    try {
      write.run();
    } catch (IOException e) {
      if (failed.add(file)) {
        problems.accept(
            "cannot write "
                + directory.get().resolve(file)
                + ": "
                + IoReason.of(e)
                + (failed.size() == 1
                    ? "; the run goes on, but what it leaves on disk is not whole"
                    : ""));
      }
    }
  }
}
