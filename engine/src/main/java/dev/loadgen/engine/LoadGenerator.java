package dev.loadgen.engine;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Quantities;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.replay.Recording;
import dev.loadgen.engine.result.LoadMark;
import dev.loadgen.engine.result.OutputDirectory;
import dev.loadgen.engine.result.PlanText;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.WrittenSchedule;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.SystemClock;
import dev.loadgen.engine.worker.AwaitedDriver;
import dev.loadgen.engine.worker.Conductor;
import dev.loadgen.engine.worker.ScheduleExport;
import dev.loadgen.engine.workload.CoreProperties;
import dev.loadgen.engine.workload.CoreWorkload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Runs plans against one driver.
///
/// ```java
/// RunResult result =
///     LoadGenerator.of(new MyDriverProvider())
///         .run(RunPlan.builder().target(Rate.parse("1000/s")).threads(4).build());
/// ```
///
/// One run at a time; [#stop] may be called from any thread.
public final class LoadGenerator {
  private final DriverProvider provider;
  private final Clock clock;
  private final boolean watching;
  private final List<String> notes = new ArrayList<>();
  private final Map<Replay, Recording> recordings = new ConcurrentHashMap<>();
  private RunListener listener = RunListener.NONE;
  private volatile Conductor conductor;
  private volatile int stops;
  private OutputDirectory made; // of a run that has not begun; guarded by this

  private LoadGenerator(DriverProvider provider, Clock clock, boolean watching) {
    this.provider = Objects.requireNonNull(provider, "provider");
    this.clock = clock;
    this.watching = watching;
  }

  /// A generator for this driver, on the machine's clock; it warms itself up and watches itself.
  public static LoadGenerator of(DriverProvider provider) {
    return new LoadGenerator(provider, new SystemClock(), true);
  }

  /// A generator for this driver, on a clock of the caller's: a virtual one in tests.
  public static LoadGenerator on(Clock clock, DriverProvider provider) {
    return new LoadGenerator(provider, clock, false);
  }

  /// The version of loadgen.
  public static String version() {
    String version = LoadGenerator.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /// Sets who hears of the run while it goes on.
  public LoadGenerator listener(RunListener newListener) {
    listener = Objects.requireNonNull(newListener, "listener");
    return this;
  }

  /// Adds a sentence to what every run from now on finds: something about the plan that its reader
  /// should know.
  public LoadGenerator note(String sentence) {
    notes.add(sentence);
    return this;
  }

  /// A load that goes on where a former one ended. Where that had other settings of the driver, the
  /// run will find it worth a word.
  ///
  /// @param plan the load, as if it were the first
  /// @param directory what the former one left
  /// @return empty if that left nothing to do
  /// @throws IOException if there is nothing that can be read
  /// @throws PlanException if the former one made other records, or with another driver
  public Optional<RunPlan> resumed(RunPlan plan, Path directory) throws IOException {
    LoadMark mark =
        LoadMark.read(
            directory,
            LoadMark.identity(plan, provider.name(), settings(plan).shown()),
            CoreWorkload.recordsToLoad(plan.withLoading(0)));
    mark.differences().forEach(this::note);
    return Optional.of(plan.withLoading(mark.loaded()))
        .filter(rest -> CoreWorkload.recordsToLoad(rest) > 0);
  }

  /// Checks a plan against the driver, and its output, without running it.
  ///
  /// @return the kinds of operation that would be sent
  /// @throws PlanException if the plan does not fit
  /// @throws SettingsException if a setting of the driver is wrong
  public List<OperationKind> check(RunPlan plan) {
    resolved(plan);
    List<OperationKind> kinds = workload(plan, settings(plan)).kinds();
    plan.output().ifPresent(OutputDirectory::check);
    return kinds;
  }

  /// A plan as it is shown: with what its defaults come to, and without its secrets.
  ///
  /// @throws PlanException if the plan does not fit
  /// @throws SettingsException if a setting of the driver is wrong
  public Map<String, Object> describe(RunPlan plan) {
    Settings settings = settings(plan);
    CoreWorkload workload = workload(plan, settings);
    return PlanText.of(plan, provider.name(), workload.mix(), shown(settings, workload));
  }

  /// Runs the plan, or makes the load that it is; returns when it has ended and everything is
  /// written.
  ///
  /// @throws PlanException if the plan does not fit the driver; nothing was started
  /// @throws SettingsException if a setting of the driver is wrong
  /// @throws RunFailedException if the run could not start
  public RunResult run(RunPlan given) throws RunFailedException {
    RunPlan plan = resolved(given);
    Settings settings = settings(plan);
    CoreWorkload workload = workload(plan, settings);
    Optional<OutputDirectory> output = plan.output().map(OutputDirectory::make);
    synchronized (this) {
      made = output.orElse(null);
    }
    Map<String, String> identity = LoadMark.identity(plan, provider.name(), settings.shown());
    Optional<LoadEnd> load =
        plan.loading().map(before -> new LoadEnd(plan, workload, identity, listener));
    Conductor now =
        new Conductor(
            plan,
            new Conductor.Labels(
                PlanText.of(plan, provider.name(), workload.mix(), shown(settings, workload)),
                identity,
                List.copyOf(notes)),
            workload,
            context -> driver(plan, settings, context),
            provider.getClass().getClassLoader(),
            clock,
            watching,
            load.isPresent() ? load.get() : listener);
    boolean ran = false;
    synchronized (this) {
      conductor = now;
      for (int i = 0; i < stops; i++) {
        now.stop();
      }
    }
    try {
      RunResult result = now.run();
      ran = true;
      return load.isPresent() ? load.get().of(result) : result;
    } finally {
      synchronized (this) {
        conductor = null;
        stops = 0;
      }
      if (!ran) {
        output.ifPresent(OutputDirectory::removeIfUnused);
      }
    }
  }

  /// Ends the present run: its window ends now, what is due is still sent and completed within the
  /// drain. Called a second time, it skips the drain.
  public synchronized void stop() {
    stops++;
    if (conductor != null) {
      conductor.stop();
    }
  }

  /// Removes what a run has made that has not begun its load, for whoever is about to end the
  /// process: nothing may be called afterwards.
  public synchronized void abandon() {
    if (made != null) {
      made.removeIfUnused();
    }
  }

  /// Ends the present run at once, as failed: without a drain, but with everything written.
  ///
  /// @param cause why
  public synchronized void abort(Throwable cause) {
    if (conductor != null) {
      conductor.abort(cause);
    }
  }

  private Driver driver(RunPlan plan, Settings settings, DriverContext context) throws Exception {
    Driver driver = provider.create(settings, context);
    boolean awaits =
        plan.open().isEmpty() && !provider.styles(settings).contains(SessionStyle.BLOCKING);
    return awaits && driver != null ? new AwaitedDriver(driver, clock) : driver;
  }

  private Settings settings(RunPlan plan) {
    if (provider.spiVersion() != Spi.VERSION) {
      throw new PlanException(
          "driver "
              + provider.name()
              + " was compiled for version "
              + provider.spiVersion()
              + " of the driver SPI, this is version "
              + Spi.VERSION
              + ": compile it anew");
    }
    Map<String, String> given = new LinkedHashMap<>(plan.properties());
    if (provider.properties().stream().noneMatch(Property::isRest)) {
      given.keySet().removeAll(CoreProperties.NAMES); // who takes all gets these, too
    }
    return Settings.of(provider.name(), provider.properties(), given);
  }

  /// Writes the schedule of a plan as a recording, with the kind of each operation, and with its
  /// key if that depends on nothing but the plan.
  ///
  /// @param part which part of it, from 0; operation k is in part k mod `parts`
  /// @return how many operations were written, and the hash
  /// @throws PlanException if the plan does not fit the driver, or has no schedule or no end
  /// @throws IOException if it cannot be written
  public WrittenSchedule writeSchedule(RunPlan given, int part, int parts, OutputStream out)
      throws IOException {
    RunPlan plan = resolved(given);
    if (!plan.isScheduled()) {
      throw new PlanException("without --target or --replay there is no schedule");
    }
    return ScheduleExport.write(plan, workload(plan, settings(plan)), part, parts, out);
  }

  private static Map<String, String> shown(Settings settings, CoreWorkload workload) {
    Map<String, String> shown = new LinkedHashMap<>(workload.shown());
    shown.putAll(settings.shown());
    return shown;
  }

  /// The plan with what only driver and workload can tell: how many sessions there are; how many
  /// records a load has to make.
  private RunPlan resolved(RunPlan given) {
    RunPlan plan = given;
    if (plan.open().isPresent()) {
      Settings settings = settings(plan);
      plan =
          plan.withOpen(
              plan.open()
                  .get()
                  .resolved(provider.styles(settings), provider.asyncSessions(settings)));
    }
    if (plan.replay().isPresent()) {
      plan = replaying(plan, recording(plan.replay().get()));
    }
    if (plan.loading().isEmpty()) {
      return plan;
    }
    long records = CoreWorkload.recordsToLoad(plan);
    if (records < 1) {
      throw new PlanException("all records are there already: nothing is left to load");
    }
    return plan.withOperations(records);
  }

  /// A recording is read from end to end only once.
  private Recording recording(Replay replay) {
    return recordings.computeIfAbsent(replay, Recording::check);
  }

  /// A replay ends with its recording, unless it is to end at another time.
  private RunPlan replaying(RunPlan plan, Recording recording) {
    String option = "--replay " + plan.replay().orElseThrow().file() + ": ";
    List<String> offered =
        provider.operations(settings(plan)).stream().map(OperationKind::name).toList();
    for (String kind : recording.kinds()) {
      if (!offered.contains(kind)) {
        throw new PlanException(
            option
                + "has operations of the kind "
                + kind
                + ", and the driver has only "
                + String.join(", ", offered));
      }
    }
    if (recording.sized() && plan.verify()) {
      throw new PlanException(
          option + "says how large values are, so that --verify cannot know them");
    }
    long windowNs = recording.wholeNs() - plan.warmup().toNanos();
    if (windowNs < 1) {
      throw new PlanException(
          option
              + "lasts "
              + Quantities.format(Duration.ofNanos(recording.lengthNs()))
              + ", which is no longer than --warmup "
              + Quantities.format(plan.warmup()));
    }
    boolean endless = plan.duration().isEmpty() && plan.operations().isEmpty();
    return endless
        ? plan.withDuration(Duration.ofNanos(Math.max(windowNs, RunPlan.LEAST_WINDOW_NS)))
        : plan;
  }

  private CoreWorkload workload(RunPlan plan, Settings settings) {
    Set<String> recorded =
        plan.replay().map(this::recording).map(Recording::kinds).orElse(Set.of());
    Optional<String> own = provider.ownValues(settings);
    own.ifPresent(reason -> requireNoValues(plan, reason));
    CoreWorkload workload =
        CoreWorkload.of(provider.operations(settings), plan, recorded, own.isPresent());
    List<String> sent = workload.kinds().stream().map(OperationKind::name).toList();
    plan.objectives().forEach(objective -> objective.requireKnown(sent));
    return workload;
  }

  /// What says what values are is refused where the driver makes its own.
  private void requireNoValues(RunPlan plan, String reason) {
    CoreProperties.requireNoValues(plan.properties(), reason);
    if (plan.replay().map(this::recording).filter(Recording::sized).isPresent()) {
      throw new PlanException(
          "--replay "
              + plan.replay().get().file()
              + ": says how large values are, which has no meaning with "
              + reason);
    }
  }
}
