package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Reads what a run left behind.
final class Results {
  private Results() {}

  /// The summary, whose ledger must balance.
  static JsonNode summary(Path directory) throws IOException {
    JsonNode summary =
        new ObjectMapper().readTree(Files.readString(directory.resolve("summary.json")));
    JsonNode ledger = summary.get("ledger");
    assertThat(ledger.get("balances").asBoolean()).isTrue();
    assertThat(ledger.get("scheduled").asLong())
        .isEqualTo(
            ledger.get("succeeded").asLong()
                + ledger.get("failed").asLong()
                + ledger.get("in_flight").asLong()
                + ledger.get("never_sent").asLong());
    return summary;
  }

  /// Reads a log to its end; every line of it must be whole.
  ///
  /// @return the number of values in its untagged lines
  static long untaggedCount(Path log) throws IOException {
    assertThat(Files.readString(log)).endsWith("\n");
    long lines;
    try (var all = Files.lines(log)) {
      lines = all.filter(line -> !line.startsWith("#") && !line.startsWith("\"")).count();
    }
    long count = 0;
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram histogram = reader.nextIntervalHistogram();
        if (histogram == null) {
          break; // comments alone were left
        }
        lines--;
        if (histogram.getTag() == null) {
          count += ((org.HdrHistogram.Histogram) histogram).getTotalCount();
        }
      }
    }
    assertThat(lines).as("lines that the reader left out").isZero();
    return count;
  }
}
