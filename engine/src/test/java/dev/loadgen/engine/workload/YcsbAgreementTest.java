package dev.loadgen.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.plan.RunPlan;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/// The workload beside YCSB's own: what it makes is the same, and what it draws is distributed in
/// the same way. YCSB cannot be seeded, so draws are compared by a test whose threshold pure chance
/// exceeds once in 10^9 times.
class YcsbAgreementTest {
  private static final OperationKind READ =
      OperationKind.of("READ", "reads", 1, Need.KEY, Need.FIELD_NAMES);
  private static final OperationKind UPDATE =
      OperationKind.of("UPDATE", "writes", 1, Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);
  private static final OperationKind INSERT =
      OperationKind.of("INSERT", "makes", 0, Need.NEW_KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);
  private static final OperationKind SCAN =
      OperationKind.of("SCAN", "visits", 0, Need.KEY, Need.RECORD_COUNT, Need.FIELD_NAMES);
  private static final OperationKind READ_MODIFY_WRITE =
      OperationKind.of(
          "READ_MODIFY_WRITE", "both", 0, Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);
  private static final List<OperationKind> KINDS =
      List.of(READ, UPDATE, INSERT, SCAN, READ_MODIFY_WRITE);
  private static final int DRAWS = 100_000;

  /// What YCSB's workload asks of its database, and what is in it.
  private static final class Witness extends DB {
    final Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    final Map<String, Integer> asked = new TreeMap<>();

    void count(String what) {
      asked.merge(what, 1, Integer::sum);
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      count("READ " + key + " " + extent(fields));
      rows.getOrDefault(key, Map.of())
          .forEach((name, value) -> result.put(name, new StringByteIterator(value)));
      return Status.OK;
    }

    private static String extent(Set<String> fields) {
      return fields == null ? "all" : String.valueOf(fields.size());
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's signature
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      count("SCAN " + count);
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      count("UPDATE " + values.size());
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      count("INSERT " + values.size());
      Map<String, String> row = new TreeMap<>();
      values.forEach((name, value) -> row.put(name, value.toString()));
      rows.put(key, row);
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      return Status.NOT_IMPLEMENTED;
    }
  }

  @BeforeAll
  static void ycsbMeasures() {
    Properties quiet = new Properties();
    quiet.setProperty("measurementtype", "raw");
    Measurements.setProperties(quiet);
  }

  private static site.ycsb.workloads.CoreWorkload ycsb(Map<String, String> properties)
      throws Exception {
    Properties all = new Properties();
    all.putAll(properties);
    all.putIfAbsent("operationcount", Integer.toString(DRAWS));
    site.ycsb.workloads.CoreWorkload workload = new site.ycsb.workloads.CoreWorkload();
    workload.init(all);
    return workload;
  }

  private static RunPlan plan(Map<String, String> properties) {
    return RunPlan.builder().properties(properties).seed(11).operations(DRAWS).build();
  }

  private static String text(ByteBuffer buffer) {
    return StandardCharsets.US_ASCII.decode(buffer.duplicate()).toString();
  }

  private static Map<String, Map<String, String>> loaded(Map<String, String> properties) {
    RunPlan plan = plan(properties).withLoading(0);
    Preparer preparer = CoreWorkload.of(KINDS, plan).preparer(0);
    Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    for (long k = 0; k < CoreWorkload.recordsToLoad(plan); k++) {
      Operation operation = preparer.prepare(k);
      Map<String, String> row = new TreeMap<>();
      for (int i = 0; i < operation.fields(); i++) {
        row.put(text(operation.fieldName(i)), text(operation.fieldValue(i)));
      }
      rows.put(text(operation.key()), row);
      preparer.completed(true);
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recordcount=300",
        "recordcount=100 insertorder=ordered zeropadding=12",
        "recordcount=100 insertstart=40 fieldlength=1 fieldcount=3",
        "recordcount=100 insertstart=40 insertcount=20 fieldlength=7 fieldnameprefix=f",
        "recordcount=20 fieldlength=3000 zeropadding=30",
      })
  void loadsTheVeryRecordsThatYcsbLoads(String settings) throws Exception {
    Map<String, String> properties = properties(settings + " dataintegrity=true");
    site.ycsb.workloads.CoreWorkload ycsb = ycsb(properties);
    Witness witness = new Witness();
    long count = CoreWorkload.recordsToLoad(plan(properties));
    for (long i = 0; i < count; i++) {
      ycsb.doInsert(witness, null);
    }
    Map<String, Map<String, String>> ours = loaded(properties);
    assertThat(ours).hasSize((int) count).isEqualTo(witness.rows);
    assertThat(List.copyOf(ours.keySet())).isEqualTo(List.copyOf(witness.rows.keySet()));
  }

  private static Map<String, String> properties(String settings) {
    Map<String, String> properties = new TreeMap<>();
    for (String setting : settings.split(" ", -1)) {
      properties.put(
          setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
    }
    return properties;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requestdistribution=uniform",
        "requestdistribution=zipfian",
        "requestdistribution=latest",
        "requestdistribution=hotspot",
        "requestdistribution=hotspot hotspotdatafraction=0.01 hotspotopnfraction=0.9",
        "requestdistribution=exponential",
        "requestdistribution=exponential exponential.percentile=50 exponential.frac=0.1",
        "requestdistribution=sequential",
        "requestdistribution=uniform readallfields=false",
      })
  void choosesRecordsAsYcsbDoes(String settings) throws Exception {
    Map<String, String> properties =
        properties(settings + " recordcount=1000 readproportion=1 updateproportion=0");
    Map<String, Integer> theirs = asked(properties);
    Map<String, Integer> ours = prepared(properties);
    assertThat(ours.values().stream().mapToInt(n -> n).sum()).isEqualTo(DRAWS);
    assertSameDistribution(ours, theirs);
  }

  @Test
  void theComparisonTellsDistributionsApart() throws Exception {
    Map<String, String> other =
        properties(
            "recordcount=1000 readproportion=1 updateproportion=0 requestdistribution=zipfian");
    Map<String, Integer> theirs = asked(other);
    Map<String, String> nearly = new TreeMap<>(other);
    nearly.put("zipfianconstant", "0.95");
    Map<String, Integer> ours = prepared(nearly);
    double[] statistic = statistic(ours, theirs);
    assertThat(statistic[0]).isGreaterThan(statistic[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "readproportion=0.5 updateproportion=0.5 writeallfields=true",
        "readproportion=0.2 updateproportion=0.3 insertproportion=0.1 scanproportion=0.4"
            + " maxscanlength=50",
        "readproportion=0.1 updateproportion=0 scanproportion=0.9 minscanlength=10 maxscanlength=40"
            + " scanlengthdistribution=zipfian",
        "readproportion=0.5 updateproportion=0 readmodifywriteproportion=0.5",
      })
  void mixesOperationsAsYcsbDoes(String settings) throws Exception {
    Map<String, String> properties = properties(settings + " recordcount=1");
    assertSameDistribution(withoutKeys(prepared(properties)), withoutKeys(asked(properties)));
  }

  private static Map<String, Integer> withoutKeys(Map<String, Integer> asked) {
    Map<String, Integer> kinds = new TreeMap<>();
    asked.forEach((what, n) -> kinds.merge(what.replaceAll("READ \\S+", "READ"), n, Integer::sum));
    return kinds;
  }

  private static Map<String, Integer> asked(Map<String, String> properties) throws Exception {
    site.ycsb.workloads.CoreWorkload ycsb = ycsb(properties);
    Witness witness = new Witness();
    for (int i = 0; i < DRAWS; i++) {
      ycsb.doTransaction(witness, null);
    }
    return witness.asked;
  }

  private static Map<String, Integer> prepared(Map<String, String> properties) {
    Preparer preparer = CoreWorkload.of(KINDS, plan(properties)).preparer(0);
    Witness witness = new Witness();
    for (long k = 0; k < DRAWS; k++) {
      Operation operation = preparer.prepare(k);
      String extent = operation.readsAllFields() ? "all" : "1";
      switch (operation.kind().name()) {
        case "READ" -> witness.count("READ " + text(operation.key()) + " " + extent);
        case "SCAN" -> witness.count("SCAN " + operation.recordCount());
        case "READ_MODIFY_WRITE" -> { // YCSB asks for both
          witness.count("READ " + text(operation.key()) + " " + extent);
          witness.count("UPDATE " + operation.fields());
        }
        default -> witness.count(operation.kind().name() + " " + operation.fields());
      }
      preparer.completed(true);
    }
    return witness.asked;
  }

  private static void assertSameDistribution(
      Map<String, Integer> ours, Map<String, Integer> theirs) {
    double[] statistic = statistic(ours, theirs);
    assertThat(statistic[0])
        .as("%d against %d different, chi-square", ours.size(), theirs.size())
        .isLessThan(statistic[1]);
  }

  /// The chi-square statistic of two samples of about the same size, and what chance exceeds once
  /// in 10^9 times, by the approximation of Wilson and Hilferty. What is rare is taken together.
  private static double[] statistic(Map<String, Integer> ours, Map<String, Integer> theirs) {
    Map<String, int[]> both = new TreeMap<>();
    ours.forEach((what, n) -> both.computeIfAbsent(what, key -> new int[2])[0] += n);
    theirs.forEach((what, n) -> both.computeIfAbsent(what, key -> new int[2])[1] += n);
    double sum = 0;
    int bins = 0;
    int[] rare = new int[2];
    for (int[] pair : both.values()) {
      if (pair[0] + pair[1] < 20) {
        rare[0] += pair[0];
        rare[1] += pair[1];
        continue;
      }
      bins++;
      sum += square(pair);
    }
    if (rare[0] + rare[1] > 0) {
      bins++;
      sum += square(rare);
    }
    double df = Math.max(1, bins - 1);
    double z = 6.0;
    double limit = df * Math.pow(1 - 2 / (9 * df) + z * Math.sqrt(2 / (9 * df)), 3);
    return new double[] {sum, limit};
  }

  private static double square(int[] pair) {
    return (double) (pair[0] - pair[1]) * (pair[0] - pair[1]) / (pair[0] + pair[1]);
  }
}
