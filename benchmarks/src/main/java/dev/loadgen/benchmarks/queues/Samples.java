package dev.loadgen.benchmarks.queues;

import java.util.ArrayList;
import java.util.List;

/// What several runs of one contender came to.
final class Samples {
  private final String name;
  private final List<Double> values = new ArrayList<>();

  Samples(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void add(double value) {
    values.add(value);
  }

  double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double least() {
    return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  double most() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }
}
