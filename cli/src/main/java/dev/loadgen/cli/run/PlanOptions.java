package dev.loadgen.cli.run;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RateProfile;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.plan.WaitMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/// The options that make a plan: those that every command shares which sends operations. Values are
/// kept as text until the plan is made, so that every mistake is reported in one form: option,
/// value, what was expected.
abstract class PlanOptions {
  private static final String DEFAULT_DRIVER = "mockdb";
  private static final String SECONDS = "maxexecutiontime";
  private static final Set<String> END_OPTIONS = Set.of("--duration", "--operations");

  /// Properties of YCSB that say what an option says.
  static final Map<String, String> RUN_PROPERTIES =
      Map.of(
          "target",
          "--target",
          "threadcount",
          "--threads",
          "operationcount",
          "--operations",
          SECONDS,
          "--duration");

  /// Options whose names are easily taken for properties.
  static final Map<String, String> SPELLINGS =
      Map.of(
          "threads", "--threads",
          "duration", "--duration",
          "operations", "--operations",
          "warmup", "--warmup",
          "interval", "--interval",
          "verify", "--verify");

  private final Map<String, String> fromProperties = new LinkedHashMap<>(); // NAME=VALUE, by option
  private final Map<String, String> shown = new LinkedHashMap<>(); // option and value as given

  @ArgGroup(validate = false, heading = "%nLoad%n", order = 1)
  Load load = new Load();

  @ArgGroup(validate = false, heading = "%nSystem under test%n", order = 6)
  SystemUnderTest system = new SystemUnderTest();

  @ArgGroup(validate = false, heading = "%nBookkeeping%n", order = 8)
  Bookkeeping books = new Bookkeeping();

  /// The command whose options they are.
  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  static final class Load {
    @Option(
        names = {"--target", "-R", "--rate", "-target"},
        paramLabel = "RATE",
        description =
            "Operations per second over all threads: 10000, 10k, 500/s, 30/m. Or a profile of pieces:"
                + " 'ramp 1k..20k over 60s', '1k for 30s, 5k for 30s, 1k', 'sine 5k+-2k every 60s'."
                + " Of find, a range: 1k..50k. Without it the threads of a run go as fast as they can,"
                + " and nothing is corrected.")
    String target;

    @Option(
        names = "--arrivals",
        paramLabel = "constant|poisson|uniform|burst:SIZE",
        description =
            "How arrivals are spread about the target: at equal distances; as those of many users who"
                + " do not know of one another; at distances between 0 and twice the mean; SIZE at"
                + " once. Default: constant.")
    String arrivals;

    @Option(
        names = {"-t", "--threads", "-threads"},
        paramLabel = "N",
        description = "Worker threads, each with a session of its own. Default: 1.")
    String threads = "1";

    @Option(
        names = "--schedule",
        paramLabel = "per-thread|shared",
        description =
            "per-thread: each thread has an equal share of the rate (YCSB's model). shared: the next"
                + " free thread takes the next operation. Default: per-thread.")
    String schedule;

    @Option(
        names = "--wait",
        paramLabel = "sleep|spin|hybrid",
        description =
            "How threads wait for an intended time. sleep is late by what the timer oversleeps; spin"
                + " polls, and needs a CPU for each thread; hybrid sleeps until shortly before and"
                + " polls the rest. Default: hybrid.")
    String waiting = "hybrid";

    @Option(
        names = "--spin-budget",
        paramLabel = "CPUS",
        description =
            "How much of a CPU hybrid may spend polling, over all threads: 20%%, 0.2, 1. More makes"
                + " sends more exact. Default: 20%%; in the open model 1 for each dispatcher.")
    String spinBudget;

    @Option(
        names = "--seed",
        paramLabel = "N",
        description = "All random draws derive from it. Default: 42.")
    String seed = "42";
  }

  static final class SystemUnderTest {
    @Option(
        names = "--driver",
        paramLabel = "NAME",
        description = "The driver: `loadgen drivers` lists them. Default: mockdb.")
    String driver;

    @Option(
        names = "--driver-jar",
        paramLabel = "PATH",
        description =
            "A driver bundle of your own: a jar, or a directory of jars. Libraries for a driver that"
                + " takes some, as ycsb does. Repeatable.")
    List<Path> jars = new ArrayList<>();

    @Option(
        names = "-p",
        paramLabel = "NAME=VALUE",
        description =
            "A property of the driver or the workload, as in -p recordcount=10k. Repeatable.")
    List<String> properties = new ArrayList<>();

    @Option(
        names = "-P",
        paramLabel = "FILE",
        description =
            "A file of properties, YCSB's too; -p and options beat it. Looked for here, then among the"
                + " workloads that ship with loadgen. Repeatable.")
    List<Path> files = new ArrayList<>();
  }

  static final class Bookkeeping {
    @Option(
        names = "--drain",
        paramLabel = "TIME",
        description =
            "How long after the window what was due in it is still sent and awaited. Default: 5s.")
    String drain = "5s";

    @Option(
        names = "--interval",
        paramLabel = "TIME",
        description = "How often is logged and reported. Default: 1s.")
    String interval = "1s";

    @Option(
        names = "--max-errors",
        paramLabel = "N",
        description = "End early after more than N failures. Default: never.")
    String maxErrors;
  }

  /// The name of the driver.
  final String driver() {
    return system.driver == null ? DEFAULT_DRIVER : system.driver;
  }

  /// Sets what only this command has.
  abstract void setMore(RunPlan.Builder plan);

  /// Reads the target.
  RateProfile profile(String text) {
    return RateProfile.parse(text);
  }

  /// An option that is given twice would begin its group anew: all others of the group would be
  /// lost.
  ///
  /// @throws UsageException if one is
  final void rejectRepeated() {
    for (OptionSpec option : command.options()) {
      if (!option.isMultiValue() && option.arity().max() > 0 && typedNames(option).size() > 1) {
        throw new UsageException(option.longestName() + " is given more than once");
      }
    }
  }

  /// Makes the plan.
  ///
  /// @throws UsageException if a value is wrong; it names option and value as they were typed
  final RunPlan plan(Map<String, String> properties, Path output) {
    Map<String, String> rest = new LinkedHashMap<>(properties);
    takeRunProperties(rest);
    shown.clear();
    RunPlan.Builder plan = RunPlan.builder();
    set("--target", load.target, this::profile, plan::target);
    set("--arrivals", load.arrivals, Arrivals::parse, plan::arrivals);
    set("--threads", load.threads, text -> count(text, RunPlan.MAX_THREADS), plan::threads);
    set("--schedule", load.schedule, choice(ScheduleMode.class), plan::schedule);
    set("--wait", load.waiting, choice(WaitMode.class), plan::waiting);
    set("--spin-budget", load.spinBudget, PlanOptions::share, plan::spinBudget);
    set("--seed", load.seed, PlanOptions::seed, plan::seed);
    set("--drain", books.drain, PlanOptions::duration, plan::drain);
    set("--interval", books.interval, PlanOptions::duration, plan::interval);
    set("--max-errors", books.maxErrors, Quantities::count, plan::maxErrors);
    setMore(plan);
    plan.properties(rest);
    if (output != null) {
      plan.output(output);
    }
    try {
      return plan.build();
    } catch (PlanException e) {
      throw asTyped(e);
    }
  }

  /// Properties by which YCSB says what options say here: the option counts if it is typed, too. 0
  /// is YCSB's word for "no limit".
  private void takeRunProperties(Map<String, String> properties) {
    fromProperties.clear();
    boolean endTyped = isTyped("--duration") || isTyped("--operations");
    RUN_PROPERTIES.forEach((name, option) -> {
      String text = properties.remove(name);
      boolean beaten = isTyped(option) || (endTyped && END_OPTIONS.contains(option));
      boolean noLimit = !option.equals("--threads") && text != null && text.strip().equals("0");
      if (text != null && !noLimit && !beaten) {
        fromProperties.put(option, name + "=" + text.strip());
      }
    });
  }

  /// @param text what was typed, or the default
  final <T> void set(String option, String text, Function<String, T> reader, Consumer<T> setter) {
    String given = text;
    String property = fromProperties.get(option);
    if (property != null) {
      given = property.substring(property.indexOf('=') + 1);
      if (property.startsWith(SECONDS + "=")) {
        if (!given.matches("[0-9]{1,9}")) {
          throw new UsageException(property + ": expected a whole number of seconds");
        }
        given += "s";
      }
    }
    if (given == null) {
      return;
    }
    shown.put(option, property == null ? typed(option) + " " + text : property);
    T value;
    try {
      value = reader.apply(given);
    } catch (IllegalArgumentException e) { // a PlanException too
      throw new UsageException(shown.get(option) + ": " + e.getMessage(), e);
    }
    setter.accept(value);
  }

  /// Refuses options that say how a schedule is kept where there is none.
  ///
  /// @throws UsageException if one is given
  final void requireSchedule(RunPlan plan) {
    for (String option : List.of("--schedule", "--wait", "--spin-budget")) {
      if (!plan.isScheduled() && isTyped(option)) {
        throw new UsageException(
            shown.get(option) + ": without --target there is no schedule to keep");
      }
    }
  }

  /// The plan names options by their long names, and values as it understood them: `--duration 0s`.
  /// Who typed `-d 0` is told about `-d 0`.
  private UsageException asTyped(PlanException e) {
    String message = e.getMessage();
    for (Map.Entry<String, String> option : shown.entrySet()) {
      int colon = message.indexOf(": ");
      if (colon > 0 && message.startsWith(option.getKey() + " ")) {
        return new UsageException(option.getValue() + message.substring(colon), e);
      }
    }
    return new UsageException(message, e);
  }

  final boolean isTyped(String option) {
    OptionSpec spec = command.findOption(option);
    return spec != null && !typedNames(spec).isEmpty();
  }

  /// Which of an option's names was typed; its long name if none was.
  final String typed(String option) {
    OptionSpec spec = command.findOption(option);
    List<String> typed = spec == null ? List.of() : typedNames(spec);
    return typed.isEmpty() ? option : typed.getFirst();
  }

  /// The names under which an option was given, one for each time.
  private List<String> typedNames(OptionSpec option) {
    ParseResult parsed = command.commandLine().getParseResult();
    List<String> typed = new ArrayList<>();
    for (String argument : parsed == null ? List.<String>of() : parsed.originalArgs()) {
      for (String name : option.names()) {
        if (argument.equals(name) || argument.startsWith(name + "=")) {
          typed.add(name);
        }
      }
    }
    return typed;
  }

  static Duration duration(String text) {
    return Duration.ofNanos(Quantities.durationNs(text));
  }

  /// Reads a number from 1 on.
  static int count(String text, int most) {
    long count = Quantities.count(text);
    if (count < 1 || count > most) {
      throw new PlanException("expected 1 to " + most);
    }
    return (int) count;
  }

  private static double share(String text) {
    boolean percent = text.strip().endsWith("%");
    String number = percent ? text.strip().substring(0, text.strip().length() - 1) : text;
    double value;
    try {
      value = Quantities.decimal(number) / (percent ? 100 : 1);
    } catch (IllegalArgumentException e) {
      throw new PlanException("expected a share of a CPU, as in 0.2 or 20%", e);
    }
    if (!(value >= 0 && value <= RunPlan.MAX_SPIN_BUDGET)) {
      throw new PlanException("expected 0 to " + (int) RunPlan.MAX_SPIN_BUDGET + " CPUs");
    }
    return value;
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new PlanException("expected a whole number", e);
    }
  }

  static <E extends Enum<E>> Function<String, E> choice(Class<E> type) {
    return text -> {
      for (E constant : type.getEnumConstants()) {
        if (spelling(constant).equals(text.strip().toLowerCase(Locale.ROOT))) {
          return constant;
        }
      }
      throw new PlanException(
          "expected one of "
              + Arrays.stream(type.getEnumConstants())
                  .map(PlanOptions::spelling)
                  .collect(Collectors.joining(", ")));
    };
  }

  private static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
