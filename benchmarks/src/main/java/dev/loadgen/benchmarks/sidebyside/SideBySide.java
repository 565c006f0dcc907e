package dev.loadgen.benchmarks.sidebyside;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/// Runs loadgen and YCSB in turn, a few times each, and prints medians and ratios.
///
/// Both send READ only, uniformly over 1000 records, to a database that returns at once. YCSB makes
/// a key for each operation; `noop` asks for none, so the line "with keys" is the one to compare
/// what each does, and the other shows what the harness itself costs.
public final class SideBySide {
  private record Case(String name, Map<String, String> loadgen, Map<String, String> ycsb) {}

  private static final List<Case> CASES =
      List.of(
          new Case("full speed, 1 thread", Map.of("--threads", "1"), Map.of("-threads", "1")),
          new Case(
              "full speed, 1 thread, with keys",
              Map.of("--threads", "1", "-p", "noop.prepare=key"),
              Map.of("-threads", "1")),
          new Case("full speed, 2 threads", Map.of("--threads", "2"), Map.of("-threads", "2")),
          new Case(
              "1000/s, 1 thread: default against park",
              Map.of("--target", "1000"),
              Map.of("-target", "1000")),
          new Case(
              "1000/s, 1 thread: spin against spin",
              Map.of("--target", "1000", "--wait", "spin"),
              Map.of("-target", "1000", "spin.sleep", "true")),
          new Case(
              "10,000/s, 25 threads: default against park",
              Map.of("--target", "10000", "--threads", "25"),
              Map.of("-target", "10000", "-threads", "25")),
          new Case(
              "10,000/s, 25 threads: spin against spin",
              Map.of("--target", "10000", "--threads", "25", "--wait", "spin"),
              Map.of("-target", "10000", "-threads", "25", "spin.sleep", "true")));

  private SideBySide() {}

  /// Runs all cases.
  ///
  /// @param arguments loadgen's distribution, YCSB's target directory, seconds of a run, runs of a
  ///   case, and a part of the names of the cases to run, empty for all
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Tool loadgen = new Tool.Loadgen(Path.of(arguments[0]));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Tool ycsb = new Tool.Ycsb(Path.of(arguments[1]), java);
    int seconds = Integer.parseInt(arguments[2]);
    int runs = Integer.parseInt(arguments[3]);
    PrintStream out = System.out;
    out.printf(
        Locale.ROOT,
        "Medians of %d runs of %d s; %d CPUs, Java %s; latencies in µs%n%n",
        runs,
        seconds,
        Runtime.getRuntime().availableProcessors(),
        Runtime.version());
    for (Case one : CASES) {
      if (!one.name().contains(arguments[4])) {
        continue;
      }
      List<Figures> ours = new ArrayList<>();
      List<Figures> theirs = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        ours.add(loadgen.run(seconds, one.loadgen()));
        theirs.add(ycsb.run(seconds, one.ycsb()));
      }
      Figures[] both = {Figures.median(ours), Figures.median(theirs)};
      print(out, one.name(), both);
    }
  }

  private static void print(PrintStream out, String name, Figures[] both) {
    out.println(name);
    out.printf(
        "  %-8s %14s %10s %10s %10s %10s %6s%n", "", "op/s", "mean", "p50", "p90", "p99", "CPUs");
    Figures ours = both[0];
    Figures theirs = both[1];
    row(out, "loadgen", ours, SideBySide::latency);
    row(out, "YCSB", theirs, SideBySide::latency);
    row(
        out,
        "ratio",
        new Figures(
            ours.perSecond() / theirs.perSecond(),
            ratio(ours.mean(), theirs.mean()),
            ratio(ours.p50(), theirs.p50()),
            ratio(ours.p90(), theirs.p90()),
            ratio(ours.p99(), theirs.p99()),
            ours.cpus() / theirs.cpus()),
        SideBySide::ratio);
    out.println();
  }

  /// YCSB reports whole microseconds: of what it shows as 0 there is no ratio.
  private static double ratio(double ours, double theirs) {
    return theirs < 1 ? Double.NaN : ours / theirs;
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String latency(double value) {
    return value == 0 ? "<1" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static void row(
      PrintStream out, String name, Figures figures, DoubleFunction<String> latency) {
    out.printf(
        Locale.ROOT,
        "  %-8s %,14.2f %10s %10s %10s %10s %6.2f%n",
        name,
        figures.perSecond(),
        latency.apply(figures.mean()),
        latency.apply(figures.p50()),
        latency.apply(figures.p90()),
        latency.apply(figures.p99()),
        figures.cpus());
  }
}
