package dev.loadgen.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `loadgen process`: HdrHistogram's own log processor, with all its options.
@Command(
    name = "process",
    description = "Process an interval log with HdrHistogram's HistogramLogProcessor.",
    customSynopsis =
        "loadgen process -i latency.hlog [-tag READ.service] [-o OUT] [-start S] [-end S] [-csv] ...",
    footer = "%nAll options are the processor's: loadgen process -h lists them.")
final class ProcessCommand implements Callable<Integer> {
  @Unmatched List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    int input = arguments.indexOf("-i");
    if (input >= 0 && input + 1 < arguments.size()) {
      Path log = Path.of(arguments.get(input + 1));
      if (!java.nio.file.Files.isReadable(log)) {
        throw new UsageException("-i " + log + ": there is no such file, or it is not readable");
      }
      if (!arguments.contains("-tag") && !arguments.contains("-alltags")) {
        requireUntagged(log);
      }
    }
    // It is a thread, and its main would return before the work is done.
    HistogramLogProcessor processor = new HistogramLogProcessor(arguments.toArray(String[]::new));
    processor.start();
    processor.join();
    return 0;
  }

  private static void requireUntagged(Path log) throws IOException {
    TreeSet<String> tags = new TreeSet<>();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram histogram = reader.nextIntervalHistogram();
        if (histogram == null || histogram.getTag() == null) {
          return;
        }
        tags.add(histogram.getTag());
      }
    }
    if (!tags.isEmpty()) {
      throw new UsageException(
          "-i "
              + log
              + " has no untagged lines (the run had no target): choose one with -tag, of "
              + String.join(", ", tags));
    }
  }
}
