package dev.loadgen.cli;

import dev.loadgen.driver.Names;
import dev.loadgen.engine.result.RunFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `loadgen process`: HdrHistogram's own log processor, with all its options.
///
/// The processor answers a bad option with a page of text and `System.exit(1)`, and it works on a
/// thread of its own. So options are checked here first, and its thread is awaited.
@Command(
    name = "process",
    description = "Process an interval log with HdrHistogram's HistogramLogProcessor.",
    customSynopsis = {
      "loadgen process results/<run> [-tag READ.service] [-o OUT] [-csv] [-start S] [-end S]",
      "                [-outputValueUnitRatio R] [-percentilesOutputTicksPerHalf N] [-listtags] ...",
      "Untagged lines hold the response time of all operations; -listtags names the others."
    },
    footer = "%nAll options are the processor's: loadgen process -h lists them.")
final class ProcessCommand implements Callable<Integer> {
  private static final String UNTAGGED = "";
  private static final int MOST_TICKS = 100_000;
  private static final double MOST_NUMBER = 1e18;
  private static final Set<String> SWITCHES =
      Set.of("-csv", "-v", "-listtags", "-alltags", "-h", "--help");
  private static final Set<String> TEXTS = Set.of("-i", "-o", "-tag");
  private static final Set<String> WHOLE_NUMBERS =
      Set.of("-mwpl", "-percentilesOutputTicksPerHalf");
  private static final Set<String> NUMBERS =
      Set.of(
          "-start",
          "-end",
          "-mwp",
          "-outputValueUnitRatio",
          "-correctLogWithKnownCoordinatedOmission");

  @Unmatched List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    arguments = withInput(arguments);
    check();
    String input = last("-i");
    if (arguments.contains("-h") || arguments.contains("--help")) {
      printHelp();
      return 0;
    }
    if (input != null) {
      Path log = Path.of(input);
      if (!Files.isRegularFile(log) || !Files.isReadable(log)) {
        throw new UsageException(
            "-i "
                + log
                + (Files.exists(log)
                    ? ": is not a file that can be read; without -i the log comes from standard input"
                    : ": there is no such file"));
      }
      requireLines(log);
    }
    requireWritable(last("-o"));
    boolean window = arguments.contains("-mwp") || arguments.contains("-mwpl");
    if (window && last("-o") == null) {
      throw new UsageException(
          "-mwp and -mwpl: need -o FILE, since the moving window goes into a file of its own");
    }
    return process();
  }

  /// A log, or a run's directory, that is named without `-i`.
  private static List<String> withInput(List<String> given) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      String argument = given.get(i);
      if (!argument.startsWith("-")) {
        if (given.contains("-i") || all.contains("-i")) {
          throw new UsageException("process " + argument + ": one log at a time");
        }
        Path path = Path.of(argument);
        all.add("-i");
        all.add((Files.isDirectory(path) ? path.resolve(RunFiles.LATENCY) : path).toString());
        continue;
      }
      all.add(argument);
      if (!SWITCHES.contains(argument) && i + 1 < given.size()) {
        all.add(given.get(++i));
      }
    }
    return all;
  }

  private static void requireWritable(String output) {
    if (output == null) {
      return;
    }
    Path file = Path.of(output).toAbsolutePath();
    Path parent = file.getParent();
    if (Files.isDirectory(file) || parent == null || !Files.isWritable(parent)) {
      throw new UsageException("-o " + output + ": cannot be written there");
    }
  }

  private int process() throws InterruptedException {
    HistogramLogProcessor processor;
    try {
      processor = new HistogramLogProcessor(arguments.toArray(String[]::new));
    } catch (FileNotFoundException e) {
      throw new UsageException(e.getMessage(), e);
    }
    AtomicReference<Throwable> failure = new AtomicReference<>();
    processor.setUncaughtExceptionHandler((thread, cause) -> failure.set(cause));
    processor.start();
    processor.join();
    System.out.flush();
    if (failure.get() != null) {
      System.err.println(
          "loadgen: nothing to process: this is no HdrHistogram log, or has no lines in the part that was"
              + " asked for (-start, -end, -tag)"
              // The processor's way of saying that it found nothing.
              + (failure.get() instanceof NullPointerException ? "" : ": " + failure.get()));
      return 1;
    }
    return 0;
  }

  /// The processor answers `-h` as it answers an error, with exit code 1.
  private void printHelp() {
    System.out.println(
        """
        Processes an HdrHistogram interval log.

          FILE, or -i FILE                  the log, or a run's directory (default: standard input)
          -o FILE                           where to: FILE gets the intervals, FILE.hgrm the whole
                                            (default: standard output)
          -tag TAG                          lines with this tag (default: untagged lines)
          -alltags                          the untagged lines, as without it: the processor means all
                                            lines, but does not take those with tags
          -listtags                         list the tags
          -csv                              intervals and percentiles as CSV
          -start S, -end S                  only intervals that begin from S on, up to and with S, in
                                            seconds from the log's start
          -outputValueUnitRatio R           divide values by R (default 1000000: ns are shown as ms)
          -percentilesOutputTicksPerHalf N  percentile lines per halving of the distance to 100%
                                            (default 5)
          -mwp PERCENTILE, -mwpl MS         percentile and length of moving windows; with -o, into a
                                            file beside it
          -correctLogWithKnownCoordinatedOmission NS
                                            add what a closed loop with this expected interval left
                                            out; not for logs of loadgen, whose response times need
                                            no correction
          -v                                say more about errors\
        """);
  }

  private void check() {
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      if (SWITCHES.contains(option)) {
        continue;
      }
      if (!TEXTS.contains(option) && !WHOLE_NUMBERS.contains(option) && !NUMBERS.contains(option)) {
        throw new UsageException("process has no option " + option + hint(option));
      }
      if (++i == arguments.size()) {
        throw new UsageException("process: " + option + " needs a value");
      }
      if (!TEXTS.contains(option)) {
        requireNumber(option, arguments.get(i));
      }
    }
  }

  private static void requireNumber(String option, String value) {
    try {
      if (WHOLE_NUMBERS.contains(option)) {
        requireBetween(option, value, Integer.parseInt(value), 1, MOST_TICKS);
      } else {
        boolean percentile = option.equals("-mwp");
        boolean divisor = option.equals("-outputValueUnitRatio");
        double number = Double.parseDouble(value);
        requireBetween(
            option, value, number, divisor ? Double.MIN_VALUE : 0, percentile ? 100 : MOST_NUMBER);
      }
    } catch (NumberFormatException e) {
      throw new UsageException("process: " + option + " " + value + ": expected a number", e);
    }
  }

  private static void requireBetween(
      String option, String value, double number, double least, double most) {
    if (!(number >= least && number <= most)) {
      throw new UsageException(
          "process: "
              + option
              + " "
              + value
              + (least == 0 || least == 1
                  ? ": expected a number from " + (int) least + " on"
                  : ": expected a number above 0")
              + (most == MOST_NUMBER ? "" : ", at most " + (int) most));
    }
  }

  private static String hint(String option) {
    List<String> all =
        Stream.of(SWITCHES, TEXTS, WHOLE_NUMBERS, NUMBERS).flatMap(Set::stream).sorted().toList();
    return Names.nearest(option, all)
        .map(near -> "; did you mean " + near + "?")
        .orElse("; `loadgen process -h` lists them");
  }

  private String last(String option) {
    int at = arguments.lastIndexOf(option);
    return at < 0 ? null : arguments.get(at + 1);
  }

  /// Of a log without the lines that were asked for, the processor would have nothing to say but a
  /// `NullPointerException`.
  private void requireLines(Path log) throws IOException {
    String tag = last("-tag");
    Set<String> tags = tags(log);
    boolean any = arguments.contains("-listtags");
    if ((tag == null && any) || tags.contains(tag == null ? UNTAGGED : tag)) {
      return;
    }
    tags.remove(UNTAGGED);
    throw new UsageException(
        "-i "
            + log
            + (tag == null
                ? " has no untagged lines (the run had no target): choose one with -tag, of "
                : " has no lines with -tag " + tag + ", only ")
            + String.join(", ", tags));
  }

  /// The tags of a log's lines; of untagged ones [#UNTAGGED].
  private static Set<String> tags(Path log) throws IOException {
    Set<String> tags = new TreeSet<>();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line == null) {
          break; // a comment at the end
        }
        tags.add(line.getTag() == null ? UNTAGGED : line.getTag());
      }
    } catch (RuntimeException e) { // how the reader says that a line is malformed
      throw new UsageException("-i " + log + ": is not an HdrHistogram log: " + e, e);
    }
    if (tags.isEmpty()) {
      throw new UsageException(
          "-i " + log + ": has no intervals: it is not an HdrHistogram log, or an empty one");
    }
    return tags;
  }
}
