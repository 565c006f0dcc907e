package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.PlanException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Records chosen uniformly, kinds by weight. Its settings carry YCSB's names: `recordcount`,
/// `fieldcount`, `fieldlength`, `requestdistribution` (`uniform` alone), `readproportion` and so
/// on.
public final class UniformWorkload implements Workload {
  private record Proportion(String property, String kind, String defaultText) {}

  private static final List<Proportion> PROPORTIONS =
      List.of(
          new Proportion("readproportion", "READ", "0.95"),
          new Proportion("updateproportion", "UPDATE", "0.05"),
          new Proportion("insertproportion", "INSERT", "0"),
          new Proportion("scanproportion", "SCAN", "0"),
          new Proportion("readmodifywriteproportion", "READ_MODIFY_WRITE", "0"));

  /// The settings that it understands.
  public static final Set<String> PROPERTIES =
      Stream.concat(
              Stream.of("recordcount", "fieldcount", "fieldlength", "requestdistribution"),
              PROPORTIONS.stream().map(Proportion::property))
          .collect(Collectors.toUnmodifiableSet());

  private static final int KIND = 1;
  private static final long MAX_VALUE_BYTES = 64L << 20;

  private final List<OperationKind> kinds;
  private final Mix mix;
  private final double[] upTo;
  private final Records records;
  private final long seed;

  private UniformWorkload(
      List<OperationKind> kinds, Mix mix, double[] upTo, Records records, long seed) {
    this.kinds = kinds;
    this.mix = mix;
    this.upTo = upTo;
    this.records = records;
    this.seed = seed;
  }

  /// The workload of a plan.
  ///
  /// @param offered the kinds that the driver offers
  /// @param mix the shares that the user names; empty for proportions among the properties, else
  ///   the driver's default weights
  /// @param properties those of [#PROPERTIES] that were given
  /// @param runSeed the seed of the run
  /// @throws PlanException if something does not fit
  public static UniformWorkload of(
      List<OperationKind> offered,
      Optional<Mix> mix,
      Map<String, String> properties,
      long runSeed) {
    long seed = Draws.derive(runSeed, "workload");
    String distribution = properties.getOrDefault("requestdistribution", "uniform");
    if (!distribution.equalsIgnoreCase("uniform")) {
      throw new PlanException(
          "requestdistribution=" + distribution + ": only uniform is there so far");
    }
    Map<String, Double> weights = weights(offered, mix, properties);
    Map<String, Double> resolved = new LinkedHashMap<>();
    List<OperationKind> kinds = new ArrayList<>();
    double sum = 0;
    List<Double> sums = new ArrayList<>();
    for (OperationKind kind : offered) {
      double weight = weights.getOrDefault(kind.name(), 0.0);
      if (weight > 0) {
        rejectUnsupported(kind);
        sum += weight;
        kinds.add(kind);
        resolved.put(kind.name(), weight);
        sums.add(sum);
      }
    }
    double total = sum;
    double[] upTo = sums.stream().mapToDouble(s -> s / total).toArray();
    Records records =
        new Records(
            count(properties, "recordcount", 1000, Long.MAX_VALUE),
            (int) count(properties, "fieldcount", 10, 10_000),
            (int) count(properties, "fieldlength", 100, MAX_VALUE_BYTES),
            seed);
    if ((long) records.fields() * records.fieldLength() > MAX_VALUE_BYTES) {
      throw new PlanException(
          "fieldcount × fieldlength is "
              + (long) records.fields() * records.fieldLength()
              + " bytes: expected at most "
              + MAX_VALUE_BYTES);
    }
    return new UniformWorkload(List.copyOf(kinds), new Mix(resolved), upTo, records, seed);
  }

  private static void rejectUnsupported(OperationKind kind) {
    if (kind.needs().contains(Need.NEW_KEY) || kind.needs().contains(Need.RECORD_COUNT)) {
      throw new PlanException(
          kind.name() + " creates or scans records, which the workload cannot do so far");
    }
  }

  private static Map<String, Double> weights(
      List<OperationKind> offered, Optional<Mix> mix, Map<String, String> properties) {
    List<String> names = offered.stream().map(OperationKind::name).toList();
    Map<String, Double> weights = new LinkedHashMap<>();
    if (mix.isPresent()) {
      weights.putAll(mix.get().weights());
    } else if (PROPORTIONS.stream().anyMatch(p -> properties.containsKey(p.property()))) {
      for (Proportion proportion : PROPORTIONS) {
        double weight = proportion(properties, proportion);
        if (weight > 0) {
          requireOffered(proportion.kind(), names, proportion.property() + "=" + weight + ": ");
          weights.put(proportion.kind(), weight);
        }
      }
    } else {
      offered.forEach(kind -> weights.put(kind.name(), kind.defaultWeight()));
    }
    mix.ifPresent(given ->
        weights.keySet().forEach(name -> requireOffered(name, names, "--mix " + given + ": ")));
    return new Mix(weights).weights();
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

  private static double proportion(Map<String, String> properties, Proportion proportion) {
    String name = proportion.property();
    String text = properties.getOrDefault(name, proportion.defaultText());
    try {
      double value = Double.parseDouble(text.strip());
      if (value >= 0 && !Double.isInfinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new PlanException(name + "=" + text + ": expected a number, 0 or more", e);
    }
    throw new PlanException(name + "=" + text + ": expected a number, 0 or more");
  }

  private static long count(
      Map<String, String> properties, String name, long defaultValue, long most) {
    String text = properties.get(name);
    if (text == null) {
      return defaultValue;
    }
    long value;
    try {
      value = Quantities.count(text);
    } catch (IllegalArgumentException e) {
      throw new PlanException(name + "=" + text + ": " + e.getMessage(), e);
    }
    if (value < 1 || value > most) {
      throw new PlanException(name + "=" + text + ": expected 1 to " + most);
    }
    return value;
  }

  /// The shares of the kinds that occur.
  public Mix mix() {
    return mix;
  }

  /// The settings of the records, with defaults.
  public Map<String, String> properties() {
    return Map.of(
        "recordcount", Long.toString(records.count()),
        "fieldcount", Integer.toString(records.fields()),
        "fieldlength", Integer.toString(records.fieldLength()),
        "requestdistribution", "uniform");
  }

  @Override
  public List<OperationKind> kinds() {
    return kinds;
  }

  @Override
  public int kindIndex(long sequence) {
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

  @Override
  public Preparer preparer() {
    return new UniformPreparer(this);
  }

  @Override
  public boolean matches(ByteBuffer key, ByteBuffer value) {
    return records.matches(key, value);
  }

  private static final class UniformPreparer implements Preparer {
    private final UniformWorkload workload;
    private final OperationKind[] kinds;
    private final PreparedOperation operation;
    private int kindIndex;

    UniformPreparer(UniformWorkload workload) {
      this.workload = workload;
      this.kinds = workload.kinds.toArray(OperationKind[]::new);
      this.operation = new PreparedOperation(workload.records);
    }

    @Override
    public Operation prepare(long sequence) {
      kindIndex = workload.kindIndex(sequence);
      return operation.set(kinds[kindIndex], sequence);
    }

    @Override
    public int kindIndex() {
      return kindIndex;
    }
  }
}
