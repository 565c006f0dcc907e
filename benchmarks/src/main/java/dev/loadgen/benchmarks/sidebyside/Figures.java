package dev.loadgen.benchmarks.sidebyside;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// What one run, or the median of several, came to; latencies in µs.
///
/// @param cpus CPU time by elapsed time
record Figures(double perSecond, double mean, double p50, double p90, double p99, double cpus) {
  /// The median of each figure by itself.
  static Figures median(List<Figures> runs) {
    return new Figures(
        median(runs, Figures::perSecond),
        median(runs, Figures::mean),
        median(runs, Figures::p50),
        median(runs, Figures::p90),
        median(runs, Figures::p99),
        median(runs, Figures::cpus));
  }

  private static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
