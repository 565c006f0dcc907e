package dev.loadgen.engine.plan;

import dev.loadgen.driver.Quantities;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is to be run: everything that the user decides. Immutable; checked when it is built, before
/// any load. Build one with [#builder].
///
/// @param target the rate; without one, and without a replay, there is no schedule and nothing is
///   corrected
/// @param arrivals how arrivals are spread about the rate
/// @param replay intended times from a recording, instead of a target
/// @param open the open model; empty for the closed one, of workers
/// @param threads the number of workers of the closed model
/// @param schedule which worker sends an operation; without meaning when there is no target
/// @param waiting how workers wait for an intended time
/// @param spinBudget how much of a CPU the hybrid wait may spend polling, over all workers: 0.2 is
///   a fifth of one CPU
/// @param duration the length of the window; empty if only the number of operations ends it
/// @param operations how many operations the window has; empty if only the duration ends it
/// @param warmup what is run before the window, with the same schedule, and recorded apart
/// @param warmupBacklog what becomes of unsent warm-up operations when the window begins
/// @param harnessWarmup whether the generator runs its own loop until it is compiled, before the
///   load
/// @param interval how often is reported and logged
/// @param drain how long after the window's end workers go on with what was due before it
/// @param seed from which all random draws derive
/// @param mix the kinds of operation; empty for the driver's default weights
/// @param roles how many workers do only one kind; empty if all do everything
/// @param verify whether what drivers read is checked against what the workload writes
/// @param loading how many records of the workload are there already, if the run inserts the rest;
///   empty for one that measures operations on them
/// @param maxErrors failures after which the run ends early; `Long.MAX_VALUE` for never
/// @param objectives what the run is to achieve
/// @param abortOnMiss whether the window ends as soon as an objective can no longer be met
/// @param properties settings of the workload and of the driver, by full name
/// @param output the directory for what the run leaves behind; empty to leave nothing
public record RunPlan(
    Optional<RateProfile> target,
    Arrivals arrivals,
    Optional<Replay> replay,
    Optional<OpenModel> open,
    int threads,
    ScheduleMode schedule,
    WaitMode waiting,
    double spinBudget,
    Optional<Duration> duration,
    Optional<Long> operations,
    Duration warmup,
    WarmupBacklog warmupBacklog,
    boolean harnessWarmup,
    Duration interval,
    Duration drain,
    long seed,
    Optional<Mix> mix,
    Optional<Roles> roles,
    boolean verify,
    Optional<Long> loading,
    long maxErrors,
    List<Objective> objectives,
    boolean abortOnMiss,
    Map<String, String> properties,
    Optional<Path> output) {
  /// The most workers that a plan may have.
  public static final int MAX_THREADS = 65_536;

  /// The most CPUs that may be spent polling.
  public static final double MAX_SPIN_BUDGET = 1024;

  /// The shortest window.
  public static final long LEAST_WINDOW_NS = 1_000_000;

  private static final Duration YEAR = Duration.ofDays(366);

  /// @throws PlanException if a value is out of range
  public RunPlan {
    properties = Map.copyOf(properties);
    objectives = List.copyOf(objectives);
    if (threads < 1 || threads > MAX_THREADS) {
      throw new PlanException("--threads " + threads + ": expected 1 to " + MAX_THREADS);
    }
    if (!(spinBudget >= 0 && spinBudget <= MAX_SPIN_BUDGET)) {
      throw new PlanException(
          "--spin-budget " + spinBudget + ": expected 0 to " + MAX_SPIN_BUDGET + " CPUs");
    }
    if (duration.isPresent()) {
      within("--duration", duration.get(), Duration.ofNanos(LEAST_WINDOW_NS), YEAR);
    }
    within("--warmup", warmup, Duration.ZERO, YEAR);
    within("--interval", interval, Duration.ofMillis(10), Duration.ofHours(1));
    within("--drain", drain, Duration.ZERO, Duration.ofDays(1));
    if (operations.isPresent() && operations.get() < 1) {
      throw new PlanException("--operations " + operations.get() + ": expected 1 or more");
    }
    if (loading.isPresent() && loading.get() < 0) {
      throw new PlanException("a load cannot go on after " + loading.get() + " records");
    }
    if (duration.isEmpty() && operations.isEmpty() && loading.isEmpty() && replay.isEmpty()) {
      throw new PlanException("a run needs --duration or --operations to end");
    }
    if (target.isPresent() && replay.isPresent()) {
      throw new PlanException(
          "--replay " + replay.get().file() + ": contradicts --target " + target.get());
    }
    if (open.isPresent() && target.isEmpty() && replay.isEmpty()) {
      throw new PlanException(
          "--model open: needs --target or --replay: without a schedule there are no arrivals");
    }
    if (open.isPresent() && roles.isPresent()) {
      throw new PlanException(
          "--roles " + roles.get() + ": are of threads, and the open model has none: use --mix");
    }
    if (open.isPresent() && schedule != ScheduleMode.SHARED) {
      throw new PlanException("--schedule per-thread: the open model has one schedule");
    }
    if (replay.isPresent() && schedule != ScheduleMode.SHARED) {
      throw new PlanException("--schedule per-thread: a recording is one schedule");
    }
    if (!arrivals.equals(Arrivals.CONSTANT) && target.isEmpty()) {
      throw new PlanException("--arrivals " + arrivals + ": needs --target");
    }
    if (maxErrors < 0) {
      throw new PlanException("--max-errors " + maxErrors + ": expected 0 or more");
    }
    boolean scheduled = target.isPresent() || replay.isPresent();
    for (Objective objective : objectives) {
      if (objective.needsSchedule() && !scheduled) {
        throw new PlanException(
            "--slo '"
                + objective
                + "': without --target there is no schedule, hence no such figure");
      }
    }
    if (abortOnMiss) {
      requireLostCanBeTold(objectives, scheduled);
    }
  }

  /// What can no longer be met is known only if it is known how much is to come.
  private static void requireLostCanBeTold(List<Objective> objectives, boolean scheduled) {
    if (objectives.isEmpty()) {
      throw new PlanException("--abort-on-slo: needs --slo");
    }
    if (!scheduled) {
      throw new PlanException(
          "--abort-on-slo: needs --target or --replay: without a schedule nobody knows how much is to come");
    }
  }

  private static void within(String option, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new PlanException(
          option + " " + shown(value) + ": expected " + shown(least) + " to " + shown(most));
    }
  }

  private static String shown(Duration value) {
    return value.isNegative() ? value.toString() : Quantities.format(value);
  }

  /// Whether there are intended times.
  public boolean isScheduled() {
    return target.isPresent() || replay.isPresent();
  }

  /// How many threads send: those of the closed model, or the dispatchers of the open one.
  public int senders() {
    return open.map(OpenModel::dispatchers).orElse(threads);
  }

  /// How many sessions there are, once that is known: one for each thread of the closed model.
  public int sessions() {
    return open.flatMap(OpenModel::sessions).orElse(senders());
  }

  /// The same plan, as a load that goes on after so many records.
  public RunPlan withLoading(long records) {
    return toBuilder().loading(records).build();
  }

  /// The same plan with another number of operations.
  public RunPlan withOperations(long count) {
    return toBuilder().operations(count).build();
  }

  /// The same plan with another open model.
  public RunPlan withOpen(OpenModel model) {
    return toBuilder().open(model).build();
  }

  /// The same plan with another length of the window.
  public RunPlan withDuration(Duration length) {
    return toBuilder().duration(length).build();
  }

  /// A builder that has all that this plan has.
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.target = target.orElse(null);
    builder.arrivals = arrivals;
    builder.replay = replay.orElse(null);
    builder.open = open.orElse(null);
    builder.threads = threads;
    builder.schedule = schedule;
    builder.waiting = waiting;
    builder.spinBudget = spinBudget;
    builder.duration = duration.orElse(null);
    builder.operations = operations.orElse(null);
    builder.warmup = warmup;
    builder.warmupBacklog = warmupBacklog;
    builder.harnessWarmup = harnessWarmup;
    builder.interval = interval;
    builder.drain = drain;
    builder.seed = seed;
    builder.mix = mix.orElse(null);
    builder.roles = roles.orElse(null);
    builder.verify = verify;
    builder.loading = loading.orElse(null);
    builder.maxErrors = maxErrors;
    builder.objectives.addAll(objectives);
    builder.abortOnMiss = abortOnMiss;
    builder.properties.putAll(properties);
    builder.output = output.orElse(null);
    return builder;
  }

  /// A builder with the defaults of the command line: 1 thread, 60 s, no target.
  public static Builder builder() {
    return new Builder();
  }

  /// Collects the parts of a plan; [#build] checks them.
  public static final class Builder {
    private RateProfile target;
    private Arrivals arrivals = Arrivals.CONSTANT;
    private Replay replay;
    private OpenModel open;
    private int threads = 1;
    private ScheduleMode schedule; // null for the model's
    private WaitMode waiting = WaitMode.HYBRID;
    private Double spinBudget; // null for the model's
    private Duration duration;
    private Long operations;
    private Duration warmup = Duration.ZERO;
    private WarmupBacklog warmupBacklog = WarmupBacklog.CUT;
    private boolean harnessWarmup = true;
    private Duration interval = Duration.ofSeconds(1);
    private Duration drain = Duration.ofSeconds(5);
    private long seed = 42; // with mockdb's draws of it a minute is near to what is expected of one
    private Mix mix;
    private Roles roles;
    private boolean verify;
    private Long loading;
    private long maxErrors = Long.MAX_VALUE;
    private final List<Objective> objectives = new ArrayList<>();
    private boolean abortOnMiss;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private Path output;

    private Builder() {}

    /// A constant rate; see [Rate#parse].
    public Builder target(Rate rate) {
      return target(RateProfile.constant(rate));
    }

    /// A rate over time; see [RateProfile#parse].
    public Builder target(RateProfile profile) {
      target = profile;
      return this;
    }

    /// How arrivals are spread about the rate.
    public Builder arrivals(Arrivals process) {
      arrivals = process;
      return this;
    }

    /// Intended times from a recording.
    public Builder replay(Replay recording) {
      replay = recording;
      return this;
    }

    /// The open model.
    public Builder open(OpenModel model) {
      open = model;
      return this;
    }

    /// The number of workers.
    public Builder threads(int count) {
      threads = count;
      return this;
    }

    /// Which worker sends an operation.
    public Builder schedule(ScheduleMode mode) {
      schedule = mode;
      return this;
    }

    /// How workers wait for an intended time.
    public Builder waiting(WaitMode mode) {
      waiting = mode;
      return this;
    }

    /// How much of a CPU the hybrid wait may spend polling.
    public Builder spinBudget(double cpus) {
      spinBudget = cpus;
      return this;
    }

    /// The length of the window.
    public Builder duration(Duration length) {
      duration = length;
      return this;
    }

    /// The number of operations in the window.
    public Builder operations(long count) {
      operations = count;
      return this;
    }

    /// What is run before the window.
    public Builder warmup(Duration length) {
      warmup = length;
      return this;
    }

    /// What becomes of unsent warm-up operations.
    public Builder warmupBacklog(WarmupBacklog choice) {
      warmupBacklog = choice;
      return this;
    }

    /// Whether the generator runs its own loop until it is compiled, before the load.
    public Builder harnessWarmup(boolean choice) {
      harnessWarmup = choice;
      return this;
    }

    /// How often is reported and logged.
    public Builder interval(Duration length) {
      interval = length;
      return this;
    }

    /// How long workers may go on after the window.
    public Builder drain(Duration length) {
      drain = length;
      return this;
    }

    /// From which all random draws derive.
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /// The kinds of operation.
    public Builder mix(Mix weights) {
      mix = weights;
      return this;
    }

    /// How many workers do only one kind.
    public Builder roles(Roles workers) {
      roles = workers;
      return this;
    }

    /// Whether what drivers read is checked.
    public Builder verify(boolean choice) {
      verify = choice;
      return this;
    }

    /// Makes it a load: it inserts the records of the workload, and ends when all are there.
    ///
    /// @param records how many of them are there already
    public Builder loading(long records) {
      loading = records;
      return this;
    }

    /// Failures after which the run ends early.
    public Builder maxErrors(long count) {
      maxErrors = count;
      return this;
    }

    /// What the run is to achieve, one more; see [Objective#parse].
    public Builder objective(Objective objective) {
      objectives.add(objective);
      return this;
    }

    /// Whether the window ends as soon as an objective can no longer be met.
    public Builder abortOnMiss(boolean choice) {
      abortOnMiss = choice;
      return this;
    }

    /// A setting of the workload or of the driver, by full name: `mockdb.delay`.
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /// Several settings.
    public Builder properties(Map<String, String> values) {
      properties.putAll(values);
      return this;
    }

    /// The directory for what the run leaves behind; null for none.
    public Builder output(Path directory) {
      output = directory;
      return this;
    }

    /// Workers of the closed model share a part of a CPU; a dispatcher, which sends for all of
    /// them, may poll on one of its own.
    private double usualSpinBudget() {
      return open == null ? 0.2 : open.dispatchers();
    }

    /// The plan.
    ///
    /// @throws PlanException if a value is out of range
    public RunPlan build() {
      boolean endless = duration == null && operations == null && loading == null && replay == null;
      Optional<Duration> length =
          Optional.ofNullable(target).flatMap(RateProfile::length); // of the profile
      Duration window = endless ? length.orElse(Duration.ofSeconds(60)) : duration;
      boolean shared = open != null || replay != null;
      ScheduleMode usual = shared ? ScheduleMode.SHARED : ScheduleMode.PER_THREAD;
      return new RunPlan(
          Optional.ofNullable(target),
          arrivals,
          Optional.ofNullable(replay),
          Optional.ofNullable(open),
          threads,
          schedule == null ? usual : schedule,
          waiting,
          spinBudget == null ? usualSpinBudget() : spinBudget,
          Optional.ofNullable(window),
          Optional.ofNullable(operations),
          warmup,
          warmupBacklog,
          harnessWarmup,
          interval,
          drain,
          seed,
          Optional.ofNullable(mix),
          Optional.ofNullable(roles),
          verify,
          Optional.ofNullable(loading),
          maxErrors,
          objectives,
          abortOnMiss,
          properties,
          Optional.ofNullable(output));
    }
  }
}
