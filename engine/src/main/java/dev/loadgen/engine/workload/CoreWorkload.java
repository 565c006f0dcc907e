package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.schedule.RecordedOperation;
import dev.loadgen.engine.workload.CoreProperties.ScanDistribution;
import dev.loadgen.engine.workload.KeyChooser.Range;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/// YCSB's core workload: records with fields, of which a distribution chooses, and kinds of
/// operation by weight; its settings are [CoreProperties]. What an operation is, is a pure function
/// of the seed and its number; but a workload that inserts, or chooses the latest records, looks at
/// what has been inserted until then, so that its runs repeat in distribution only.
public final class CoreWorkload implements Workload {
  private static final int SCAN_LENGTH = 4; // the purpose of the draw
  private static final double SCAN_THETA = 0.99;
  private static final double INSERTS_MARGIN = 2; // as in YCSB

  private final RunPlan plan;
  private final CoreProperties properties;
  private final KindShares shares;
  private final Records records;
  private final Range range;
  private final long firstInsert;
  private final InsertedKeys inserted;
  private final KeyChooser keys;
  private final PreparedOperation.Extent extent;
  private final int leastScan;
  private final int mostScan;
  private final Zipfian scanLengths; // null for a uniform number
  private final long seed;
  private final boolean ownValues;
  private final LongAdder verified = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final LongAdder unseen = new LongAdder();

  private CoreWorkload(
      RunPlan plan,
      CoreProperties properties,
      KindShares shares,
      Range range,
      long firstInsert,
      boolean ownValues) {
    this.ownValues = ownValues;
    this.plan = plan;
    this.properties = properties;
    this.shares = shares;
    this.range = range;
    this.firstInsert = firstInsert;
    this.seed = Draws.derive(plan.seed(), "workload");
    this.records = new Records(properties);
    this.inserted = new InsertedKeys(firstInsert);
    this.keys = KeyChooser.of(properties, range, expectedInserts(), seed);
    this.extent =
        new PreparedOperation.Extent(
            properties.value(CoreProperties.READ_ALL_FIELDS),
            properties.value(CoreProperties.WRITE_ALL_FIELDS),
            !plan.verify() && !properties.value(CoreProperties.DATA_INTEGRITY));
    this.leastScan = properties.value(CoreProperties.MIN_SCAN_LENGTH).intValue();
    this.mostScan = properties.value(CoreProperties.MAX_SCAN_LENGTH).intValue();
    if (leastScan > mostScan) {
      throw new PlanException(
          properties.shown(CoreProperties.MIN_SCAN_LENGTH)
              + ": is more than "
              + properties.shown(CoreProperties.MAX_SCAN_LENGTH));
    }
    boolean skewed =
        properties.value(CoreProperties.SCAN_LENGTH_DISTRIBUTION) == ScanDistribution.ZIPFIAN;
    this.scanLengths = skewed ? new Zipfian(mostScan - leastScan + 1L, SCAN_THETA) : null;
  }

  /// The workload of a plan; of a load, the records that are still to be made, in the order of
  /// their numbers.
  ///
  /// @param offered the kinds that the driver offers
  /// @throws PlanException if something does not fit
  public static CoreWorkload of(List<OperationKind> offered, RunPlan plan) {
    return of(offered, plan, Set.of(), false);
  }

  /// The workload of a plan that replays a recording.
  ///
  /// @param recorded the kinds that the recording names
  /// @param ownValues whether the driver makes the values itself, and checks them
  /// @throws PlanException if something does not fit
  public static CoreWorkload of(
      List<OperationKind> offered, RunPlan plan, Set<String> recorded, boolean ownValues) {
    CoreProperties properties = new CoreProperties(plan.properties());
    if (plan.loading().isPresent()) {
      return loading(offered, plan, properties, ownValues);
    }
    plan.roles().ifPresent(roles -> requireWorkers(plan));
    long workloadSeed = Draws.derive(plan.seed(), "workload");
    KindShares shares = KindShares.of(offered, plan, properties, recorded, workloadSeed);
    long newRecords = properties.value(CoreProperties.RECORD_COUNT);
    return new CoreWorkload(plan, properties, shares, range(properties), newRecords, ownValues);
  }

  private static CoreWorkload loading(
      List<OperationKind> offered, RunPlan plan, CoreProperties properties, boolean ownValues) {
    OperationKind insert =
        offered.stream()
            .filter(kind -> kind.needs().contains(Need.NEW_KEY))
            .findFirst()
            .orElseThrow(() ->
                new PlanException(
                    "the driver cannot be loaded: none of its operations makes a record, only "
                        + offered.stream()
                            .map(OperationKind::name)
                            .collect(Collectors.joining(", "))));
    Range range = range(properties);
    long first = range.first() + plan.loading().orElseThrow();
    return new CoreWorkload(plan, properties, KindShares.only(insert), range, first, ownValues);
  }

  /// How many records a load still has to make; 0 or less if all are there.
  ///
  /// @throws PlanException if its settings contradict one another
  public static long recordsToLoad(RunPlan plan) {
    return range(new CoreProperties(plan.properties())).count() - plan.loading().orElse(0L);
  }

  private static void requireWorkers(RunPlan plan) {
    String roles = "--roles " + plan.roles().orElseThrow();
    int sum = plan.roles().orElseThrow().sum();
    if (sum != plan.threads()) {
      throw new PlanException(
          roles
              + ": they add up to "
              + sum
              + ", and there are "
              + plan.threads()
              + " threads: give --threads "
              + sum);
    }
    if (plan.mix().isPresent()) {
      throw new PlanException(roles + ": contradicts --mix " + plan.mix().get());
    }
    if (plan.isScheduled() && plan.schedule() == ScheduleMode.SHARED) {
      throw new PlanException(
          roles + ": needs --schedule per-thread: on a shared one any thread takes any operation");
    }
  }

  private static Range range(CoreProperties properties) {
    long all = properties.value(CoreProperties.RECORD_COUNT);
    long first = properties.value(CoreProperties.INSERT_START);
    Long given = properties.value(CoreProperties.INSERT_COUNT);
    long count = given == null ? all - first : given;
    if (count < 1 || first + count > all) {
      throw new PlanException(
          properties.shown(CoreProperties.INSERT_START)
              + (given == null ? "" : " and " + properties.shown(CoreProperties.INSERT_COUNT))
              + ": there are no such records with "
              + properties.shown(CoreProperties.RECORD_COUNT));
    }
    return new Range(first, count);
  }

  /// How many records the run may add: zipfian spreads over twice as many as are likely, as in
  /// YCSB, so that the popular ones stay the same however many there will be.
  private long expectedInserts() {
    double share = shares.shareOf(kind -> kind.needs().contains(Need.NEW_KEY));
    double byCount = plan.operations().map(n -> (double) n).orElse(Double.POSITIVE_INFINITY);
    double byTime =
        plan.duration()
            .flatMap(d -> plan.target().map(rate -> rate.highestPerSecond() * seconds(d)))
            .orElse(Double.POSITIVE_INFINITY);
    double operations = Math.min(byCount, byTime);
    return operations == Double.POSITIVE_INFINITY
        ? 0
        : (long) Math.min(operations * share * INSERTS_MARGIN, 1L << 53);
  }

  private double seconds(Duration window) {
    return plan.warmup().plus(window).toNanos() / 1e9;
  }

  /// The shares of the kinds that occur.
  public Mix mix() {
    return shares.mix();
  }

  /// Its settings, fit to be shown: those that were given, and what the records are.
  public Map<String, String> shown() {
    return properties.shown(!ownValues);
  }

  @Override
  public OptionalLong loaded() {
    return plan.loading().isPresent()
        ? OptionalLong.of(inserted.unbroken() - range.first())
        : OptionalLong.empty();
  }

  @Override
  public List<OperationKind> kinds() {
    return shares.kinds();
  }

  @Override
  public int kindIndex(int worker, long sequence) {
    return shares.index(worker, sequence);
  }

  @Override
  public int kindIndex(int worker, long sequence, RecordedOperation recorded) {
    return recorded == null || recorded.kind() == null
        ? kindIndex(worker, sequence)
        : shares.indexOf(recorded.kind());
  }

  @Override
  public void answered(long made, boolean well) {
    if (well) {
      inserted.acknowledge(made);
    } else {
      inserted.fail(made);
    }
  }

  @Override
  public Preparer preparer(int worker) {
    return new CorePreparer(this, worker);
  }

  @Override
  public boolean matches(ByteBuffer key, ByteBuffer value) {
    ReadValues read = new ReadValues(records);
    read.add(value);
    return read.areOf(key);
  }

  @Override
  public void checked(boolean right) {
    (right ? verified : wrong).increment();
  }

  @Override
  public boolean verifies() {
    return plan.verify();
  }

  @Override
  public Workload rehearsal() {
    return new CoreWorkload(
        plan, properties.withSmallRecords(), shares, range, firstInsert, ownValues);
  }

  @Override
  public List<String> findings() {
    List<String> findings = new ArrayList<>();
    long right = verified.sum();
    if (wrong.sum() > 0) {
      findings.add(
          String.format(
              Locale.ROOT,
              "WARNING: %,d of %,d reads that were checked gave other values than the workload"
                  + " writes: they count as failures (WRONG_VALUE).%s",
              wrong.sum(),
              wrong.sum() + right,
              ownValues || properties.value(CoreProperties.DATA_INTEGRITY)
                  ? ""
                  : " Runs without --verify or dataintegrity=true write random values: load anew"
                      + " after one."));
    } else if (right > 0) {
      findings.add(
          String.format(
              Locale.ROOT, "All %,d reads that were checked gave the right values.", right));
    }
    if (plan.verify() && right + wrong.sum() + unseen.sum() == 0) {
      findings.add("Nothing was checked: no operation has read a record that is there.");
    }
    if (plan.verify() && kinds().stream().anyMatch(k -> k.needs().contains(Need.RECORD_COUNT))) {
      findings.add("What scans read was not checked.");
    }
    if (unseen.sum() > 0) {
      findings.add(
          String.format(
              Locale.ROOT,
              "WARNING: %,d reads could not be checked, because the driver does not hand over what it"
                  + " reads.",
              unseen.sum()));
    }
    return findings;
  }

  /// How far a load has come, in a sentence.
  ///
  /// @param loaded how many records are known to be there
  public String progress(long loaded) {
    return loaded == range.count()
        ? String.format(Locale.ROOT, "All %,d records are there.", loaded)
        : String.format(
            Locale.ROOT,
            "Of %,d records the first %,d are there%s: to go on, give the same options and --resume%s.",
            range.count(),
            loaded,
            loaded + inserted.failures() < inserted.last() + 1 - range.first()
                ? ", and some of the others"
                : "",
            plan.output().map(directory -> " " + directory).orElse(" DIR"));
  }

  private static final class CorePreparer implements Preparer {
    private static final long NONE = -1;
    private static final int MOST_DRAWS = 32;

    private final CoreWorkload workload;
    private final int worker;
    private final OperationKind[] kinds;
    private final boolean[] creates;
    private final boolean[] reads;
    private final boolean[] scans;
    private final boolean[] checked;
    private final ReadValues readValues;
    private final PreparedOperation operation;
    private int kindIndex;
    private long created = NONE; // the number of the record that the present operation makes
    private long spare = NONE; // a number that was dealt out and not used

    CorePreparer(CoreWorkload workload, int worker) {
      this.workload = workload;
      this.worker = worker;
      List<OperationKind> all = workload.kinds();
      this.kinds = all.toArray(OperationKind[]::new);
      this.creates = which(all, Need.NEW_KEY);
      this.reads = which(all, Need.KEY);
      this.scans = which(all, Need.RECORD_COUNT);
      this.checked = new boolean[kinds.length];
      for (int i = 0; i < kinds.length; i++) {
        boolean namesOnly =
            kinds[i].needs().contains(Need.FIELD_NAMES)
                && !kinds[i].needs().contains(Need.FIELD_VALUES);
        boolean keyOnly = kinds[i].needs().equals(Set.of(Need.KEY));
        boolean reading = namesOnly || keyOnly;
        checked[i] = !creates[i] && !scans[i] && reading && !workload.ownValues;
      }
      this.readValues = workload.verifies() ? new ReadValues(workload.records) : null;
      this.operation =
          new PreparedOperation(workload.records, workload.extent, workload.seed, readValues);
    }

    private static boolean[] which(List<OperationKind> kinds, Need need) {
      boolean[] which = new boolean[kinds.size()];
      for (int i = 0; i < which.length; i++) {
        which[i] = kinds.get(i).needs().contains(need);
      }
      return which;
    }

    @Override
    public Operation prepare(long sequence, RecordedOperation recorded) {
      kindIndex = workload.kindIndex(worker, sequence, recorded);
      long key = 0;
      boolean keyed = recorded != null && recorded.key() != null;
      if (keyed) {
        key = Records.number(recorded.key());
      } else if (creates[kindIndex]) {
        key = spare == NONE ? workload.inserted.take() : spare;
        spare = NONE;
        created = key;
      } else if (reads[kindIndex]) {
        key = existing(sequence);
      }
      int records = scans[kindIndex] ? scanLength(sequence) : 0;
      return operation.set(kinds[kindIndex], sequence, key, records, recorded);
    }

    /// What is not there yet is drawn again, as in YCSB; but not for ever, where the records that
    /// are likely to be inserted are many more than those that are there.
    private long existing(long sequence) {
      long newest = workload.inserted.last();
      long key = workload.keys.choose(sequence, 0, newest);
      for (int attempt = 1; key > newest && attempt < MOST_DRAWS; attempt++) {
        key = workload.keys.choose(sequence, attempt, newest);
      }
      long first = workload.range.first();
      return key > newest ? first + (key - first) % (newest - first + 1) : key;
    }

    private int scanLength(long sequence) {
      if (workload.scanLengths != null) {
        double draw = Draws.unit(workload.seed, sequence, SCAN_LENGTH);
        return workload.leastScan + (int) workload.scanLengths.at(draw);
      }
      long lengths = workload.mostScan - workload.leastScan + 1L;
      return workload.leastScan + (int) Draws.below(lengths, workload.seed, sequence, SCAN_LENGTH);
    }

    @Override
    public int kindIndex() {
      return kindIndex;
    }

    @Override
    public boolean verify() {
      if (readValues == null || (readValues.isEmpty() && !checked[kindIndex])) {
        return true;
      }
      if (readValues.isEmpty()) {
        workload.unseen.increment();
        return true;
      }
      boolean right = operation.isReadRight();
      workload.checked(right);
      return right;
    }

    @Override
    public void completed(boolean well) {
      if (created != NONE) {
        workload.answered(created, well);
        created = NONE;
      }
    }

    @Override
    public long handOver() {
      long made = created;
      created = NONE;
      return made;
    }

    @Override
    public void dropped() {
      if (created != NONE) {
        spare = created;
        created = NONE;
      }
    }
  }
}
