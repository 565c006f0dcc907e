package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Roles;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.workload.CoreProperties.Proportion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Which kind each operation is: drawn by weight from (seed, number), or fixed by its worker's
/// role. Immutable.
final class KindShares {
  private static final int KIND = 1; // the purpose of the draw

  private final List<OperationKind> kinds;
  private final Mix mix;
  private final double[] upTo; // the share of the kinds up to each
  private final int[] roles; // of each worker, an index of a kind; null if all do everything
  private final long seed;

  private KindShares(
      List<OperationKind> offered,
      Map<String, Double> weights,
      Set<String> recorded,
      int[] workers,
      long seed) {
    Map<String, Double> resolved = new LinkedHashMap<>();
    List<OperationKind> occurring = new ArrayList<>();
    double sum = new Mix(weights).weights().values().stream().mapToDouble(w -> w).sum();
    double share = 0;
    upTo =
        new double
            [(int)
                offered.stream()
                    .map(OperationKind::name)
                    .filter(n -> weights.getOrDefault(n, 0.0) > 0 || recorded.contains(n))
                    .count()];
    for (OperationKind kind : offered) {
      double weight = weights.getOrDefault(kind.name(), 0.0);
      if (weight > 0 || recorded.contains(kind.name())) {
        share += weight / sum;
        upTo[occurring.size()] = share;
        occurring.add(kind);
        resolved.put(kind.name(), weight);
      }
    }
    this.kinds = List.copyOf(occurring);
    this.mix = new Mix(resolved);
    this.roles = workers;
    this.seed = seed;
  }

  /// The shares of a plan: its roles, else its mix, else proportions among the properties, else the
  /// driver's default weights.
  ///
  /// @param offered the kinds that the driver offers
  /// @param recorded kinds that occur whatever their share, since a recording names them
  /// @throws PlanException if they do not fit one another
  static KindShares of(
      List<OperationKind> offered,
      RunPlan plan,
      CoreProperties properties,
      Set<String> recorded,
      long seed) {
    List<String> names = offered.stream().map(OperationKind::name).toList();
    Map<String, Double> weights = new LinkedHashMap<>();
    int[] workers = null;
    if (plan.roles().isPresent()) {
      Roles roles = plan.roles().get();
      roles
          .workers()
          .forEach((name, count) -> {
            requireOffered(name, names, "--roles " + roles + ": ");
            weights.put(name, (double) count);
          });
      workers = workers(roles, names);
    } else if (plan.mix().isPresent()) {
      Mix mix = plan.mix().get();
      mix.weights().keySet().forEach(name -> requireOffered(name, names, "--mix " + mix + ": "));
      weights.putAll(mix.weights());
    } else if (CoreProperties.PROPORTIONS.stream()
        .anyMatch(p -> properties.isGiven(p.property()))) {
      weights.putAll(proportions(properties, names));
    } else {
      offered.forEach(kind -> weights.put(kind.name(), kind.defaultWeight()));
    }
    return new KindShares(offered, weights, recorded, workers, seed);
  }

  /// One kind alone.
  static KindShares only(OperationKind kind) {
    return new KindShares(List.of(kind), Map.of(kind.name(), 1.0), Set.of(), null, 0);
  }

  private static Map<String, Double> proportions(CoreProperties properties, List<String> names) {
    Map<String, Double> weights = new LinkedHashMap<>();
    double sum = 0;
    for (Proportion proportion : CoreProperties.PROPORTIONS) {
      double weight = properties.value(proportion.property());
      if (weight > 0) {
        requireOffered(proportion.kind(), names, properties.shown(proportion.property()) + ": ");
        weights.put(proportion.kind(), weight);
        sum += weight;
      }
    }
    if (!(sum > 0)) {
      throw new PlanException(
          "readproportion, updateproportion and the others sum to 0, so no operation can be chosen");
    }
    return weights;
  }

  /// The roles of the workers, in the order in which they are named; indexes are among the kinds
  /// that occur, in the driver's order.
  private static int[] workers(Roles roles, List<String> names) {
    List<String> occurring = names.stream().filter(roles.workers()::containsKey).toList();
    int[] workers = new int[roles.sum()];
    int at = 0;
    for (Map.Entry<String, Integer> role : roles.workers().entrySet()) {
      for (int i = 0; i < role.getValue(); i++) {
        workers[at++] = occurring.indexOf(role.getKey());
      }
    }
    return workers;
  }

  private static void requireOffered(String name, List<String> offered, String source) {
    if (!offered.contains(name)) {
      throw new PlanException(
          source
              + "the driver has no operation "
              + name
              + ", only "
              + String.join(", ", offered)
              + Names.nearest(name, offered)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse(""));
    }
  }

  /// The kinds that occur, in the driver's order.
  List<OperationKind> kinds() {
    return kinds;
  }

  /// Their shares.
  Mix mix() {
    return mix;
  }

  /// The share of some kinds together, 0 to 1.
  double shareOf(Predicate<OperationKind> which) {
    double share = 0;
    for (int i = 0; i < upTo.length; i++) {
      share += which.test(kinds.get(i)) ? upTo[i] - (i == 0 ? 0 : upTo[i - 1]) : 0;
    }
    return share;
  }

  /// The index of a kind among those that occur.
  ///
  /// @throws IllegalArgumentException if it does not
  int indexOf(String name) {
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(name + " does not occur");
  }

  /// Which kind an operation is.
  ///
  /// @return an index into [#kinds]
  int index(int worker, long sequence) {
    if (roles != null) {
      return roles[worker];
    }
    int last = upTo.length - 1;
    if (last == 0) {
      return 0;
    }
    double draw = Draws.unit(seed, sequence, KIND);
    int index = 0;
    while (index < last && draw >= upTo[index]) {
      index++;
    }
    return index;
  }
}
