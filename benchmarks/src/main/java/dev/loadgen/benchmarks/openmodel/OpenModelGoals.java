package dev.loadgen.benchmarks.openmodel;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Runs each case a few times, each time with another seed, and prints the median of each figure
/// beside its goal, as a table.
public final class OpenModelGoals {
  private record Case(String name, String javaOptions, List<String> options, List<Goal> goals) {}

  private static final int THREADS = 8;
  private static final double MEAN_SERVICE_MS = 5;

  private OpenModelGoals() {}

  private static List<Case> cases(int seconds) {
    return List.of(
        new Case(
            "async noop, one dispatcher, 100,000/s",
            "",
            List.of("--model=open", "--driver=noop", "--target=100k", "--warmup=2s"),
            List.of(
                Goal.near("achieved", "of target", 1, 0.001, Run::achievedShare),
                Goal.atMost("lag p50", "ms", 0.002, run -> run.ms("lag", "p50")),
                Goal.atMost("lag p99", "ms", 0.2, run -> run.ms("lag", "p99")))),
        new Case(
            "async noop, one dispatcher, more than it can send",
            "",
            List.of("--model=open", "--driver=noop", "--target=50M", "--warmup=2s", "--drain=0s"),
            List.of(Goal.atLeast("achieved", "op/s", 5e6, Run::achieved))),
        new Case(
            "blocking mock database of 10 ms, 20,000/s",
            "",
            List.of(
                "--model=open",
                "--session-style=blocking",
                "--driver=mockdb",
                "-p",
                "mockdb.mode=fixed",
                "-p",
                "mockdb.delay=10ms",
                "--target=20k",
                "--warmup=2s"),
            List.of(
                Goal.near("achieved", "of target", 1, 0.005, Run::achievedShare),
                Goal.atMost(
                    "service p50 beyond 10 ms", "ms", 0.3, run -> run.ms("service", "p50") - 10),
                Goal.shown("lag p50", "ms", run -> run.ms("lag", "p50")))),
        crowd("async", "1"),
        crowd("blocking", "110000"),
        new Case(
            "freeze of 200 ms each second, service of 1 ms, 1000/s",
            "",
            List.of(
                "--model=open",
                "--driver=mockdb",
                "-p",
                "mockdb.mode=fixed",
                "-p",
                "mockdb.delay=1ms",
                "-p",
                "mockdb.pauses=200ms every 1s",
                "--target=1000"),
            List.of(
                Goal.between("response p50", "ms", 0.7, 1.3, run -> run.ms("response", "p50")),
                Goal.near("response p90", "ms", 101, 0.05, run -> run.ms("response", "p90")),
                Goal.near("response p99", "ms", 191, 0.05, run -> run.ms("response", "p99")),
                Goal.near("response mean", "ms", 21, 0.05, run -> run.ms("response", "mean")))),
        erlang(0.6, 0.058, seconds),
        erlang(0.8, 0.065, seconds));
  }

  /// 26,000/s for 4 s each: 104,000 at once, in a heap of 256 MiB.
  private static Case crowd(String style, String sessions) {
    return new Case(
        "100,000 operations in flight (" + style + ")",
        "-Xmx256m",
        List.of(
            "--model=open",
            "--session-style=" + style,
            "--sessions=" + sessions,
            "--max-in-flight=110000",
            "--driver=mockdb",
            "-p",
            "mockdb.mode=fixed",
            "-p",
            "mockdb.delay=4s",
            "--target=26k",
            "--warmup=5s",
            "--warmup-backlog=keep",
            "--drain=20s"),
        List.of(
            Goal.atLeast("in flight", "", 100_000, Run::inFlight),
            Goal.atMost("heap allowed", "MiB", 256, Run::heapMiB),
            Goal.between("not succeeded", "", 0, 0, Run::lost)));
  }

  /// M/M/8. What theory says of the service that was seen takes out what sleeps overslept; the
  /// generator's lag is part of what was seen, and stands beside it.
  ///
  /// @param errorOfMinute the relative standard error of the mean wait of a minute, seen in 60
  ///   minutes of a simulation of the queue; 4 of them are granted
  private static Case erlang(double utilisation, double errorOfMinute, int seconds) {
    double slack = 4 * errorOfMinute * Math.sqrt(60.0 / seconds);
    long rate = Math.round(THREADS * utilisation / MEAN_SERVICE_MS * 1e3);
    return new Case(
        "M/M/8 at " + Math.round(utilisation * 100) + "%: closed, shared, Poisson",
        "",
        List.of(
            "--threads=" + THREADS,
            "--schedule=shared",
            "--arrivals=poisson",
            "--driver=mockdb",
            "-p",
            "mockdb.mode=exponential",
            "-p",
            "mockdb.mean=" + Math.round(MEAN_SERVICE_MS) + "ms",
            "--target=" + rate,
            "--warmup=5s",
            "--warmup-backlog=keep"),
        List.of(
            Goal.near(
                "response − service, by theory of what was offered and served",
                "",
                1,
                slack,
                run -> waited(run) / theory(run)),
            Goal.shown("response − service, mean", "ms", OpenModelGoals::waited),
            Goal.shown("theory, of what was offered and served", "ms", OpenModelGoals::theory),
            Goal.shown(
                "theory, of " + rate + "/s and 5 ms",
                "ms",
                run -> ErlangQueue.meanWaitMs(THREADS, (double) rate, MEAN_SERVICE_MS)),
            Goal.shown("service mean", "ms", run -> run.ms("service", "mean")),
            Goal.shown("lag mean", "ms", run -> run.ms("lag", "mean")),
            Goal.shown("lag p99", "ms", run -> run.ms("lag", "p99"))));
  }

  private static double waited(Run run) {
    return run.ms("response", "mean") - run.ms("service", "mean");
  }

  private static double theory(Run run) {
    return ErlangQueue.meanWaitMs(THREADS, run.offered(), run.ms("service", "mean"));
  }

  /// Runs all cases.
  ///
  /// @param arguments loadgen's distribution, seconds of a run, runs of a case, and a part of the
  ///   names of the cases to run, empty for all
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path home = Path.of(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    int runs = Integer.parseInt(arguments[2]);
    PrintStream out = System.out;
    out.printf(
        Locale.ROOT,
        "Medians of %d runs of %d s; %d CPUs, Java %s%n%n",
        runs,
        seconds,
        Runtime.getRuntime().availableProcessors(),
        Runtime.version());
    out.println("| case | figure | goal | seen | |");
    out.println("| --- | --- | --- | --- | --- |");
    for (Case one : cases(seconds)) {
      if (one.name().contains(arguments[3])) {
        print(out, one, runs(home, one, seconds, runs));
      }
    }
  }

  private static List<Run> runs(Path home, Case one, int seconds, int count)
      throws IOException, InterruptedException {
    List<Run> runs = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      List<String> own = List.of("--duration=" + seconds + "s", "--seed=" + i);
      runs.add(
          Run.of(
              home,
              one.javaOptions(),
              Stream.concat(one.options().stream(), own.stream()).toList()));
    }
    return runs;
  }

  private static void print(PrintStream out, Case one, List<Run> runs) {
    String name = one.name();
    for (Goal goal : one.goals()) {
      double seen = median(runs.stream().mapToDouble(goal.figure()).toArray());
      String holds = goal.isOnlyShown() ? "" : goal.holds(seen) ? "holds" : "MISSED";
      String unit = goal.unit().isEmpty() ? "" : ", " + goal.unit();
      out.printf(
          "| %s | %s%s | %s | %s | %s |%n",
          name, goal.name(), unit, goal.text(), number(seen), holds);
      name = "";
    }
    out.flush();
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  static String number(double value) {
    boolean whole = value == Math.rint(value) || Math.abs(value) >= 1000;
    return String.format(
        Locale.ROOT, whole ? "%,.0f" : Math.abs(value) < 10 ? "%.4f" : "%.2f", value);
  }
}
