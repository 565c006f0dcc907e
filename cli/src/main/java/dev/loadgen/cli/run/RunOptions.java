package dev.loadgen.cli.run;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.plan.WaitMode;
import dev.loadgen.engine.plan.WarmupBacklog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of a run that make its plan. Values are kept as text until the plan is made, so that
/// every mistake is reported in one form: option, value, what was expected.
final class RunOptions {
  @ArgGroup(validate = false, heading = "%nLoad%n")
  Load load = new Load();

  @ArgGroup(validate = false, heading = "%nWhen it ends%n")
  End end = new End();

  @ArgGroup(validate = false, heading = "%nSystem under test and workload%n")
  Target target = new Target();

  static final class Load {
    @Option(
        names = {"--target", "-R", "--rate", "-target"},
        paramLabel = "RATE",
        description =
            "Operations per second over all threads: 10000, 10k, 500/s, 30/m. Without it the"
                + " threads go as fast as they can, and nothing is corrected.")
    String target;

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
    String schedule = "per-thread";

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
                + " sends more exact. Default: 20%%.")
    String spinBudget = "20%";

    @Option(
        names = "--seed",
        paramLabel = "N",
        description = "All random draws derive from it. Default: 1.")
    String seed = "1";
  }

  static final class End {
    @Option(
        names = {"-d", "--duration"},
        paramLabel = "TIME",
        description =
            "Length of the measured window: 30s, 5m. Default: 60s, unless --operations is given.")
    String duration;

    @Option(
        names = {"-n", "--operations"},
        paramLabel = "N",
        description = "End after N measured operations.")
    String operations;

    @Option(
        names = {"-w", "--warmup"},
        paramLabel = "TIME",
        description = "Run this long before the window; recorded apart. Default: 0.")
    String warmup = "0";

    @Option(
        names = "--warmup-backlog",
        paramLabel = "cut|keep",
        description =
            "What becomes of warm-up operations still unsent when the window begins. Default: cut.")
    String warmupBacklog = "cut";

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

  static final class Target {
    @Option(
        names = "--driver",
        paramLabel = "NAME",
        description = "The driver: `loadgen drivers` lists them. Default: mockdb.")
    String driver;

    @Option(
        names = "--driver-jar",
        paramLabel = "PATH",
        description = "A driver bundle of your own: a jar, or a directory of jars. Repeatable.")
    List<Path> jars = new ArrayList<>();

    @Option(
        names = "--mix",
        paramLabel = "NAME=WEIGHT,...",
        description = "Kinds of operation: READ=95,UPDATE=5. Default: the driver's weights.")
    String mix;

    @Option(
        names = "-p",
        paramLabel = "NAME=VALUE",
        description = "A property of the driver or the workload: -p mockdb.mode=fixed. Repeatable.")
    List<String> properties = new ArrayList<>();

    @Option(
        names = "-P",
        paramLabel = "FILE",
        description = "A file of properties; -p and options beat it. Repeatable.")
    List<Path> files = new ArrayList<>();
  }

  RunPlan plan(Map<String, String> properties, Path output) {
    RunPlan.Builder plan = RunPlan.builder();
    if (load.target != null) {
      plan.target(read("--target", load.target, Rate::parse));
    }
    plan.threads(read("--threads", load.threads, RunOptions::smallCount));
    plan.schedule(read("--schedule", load.schedule, choice(ScheduleMode.class)));
    plan.waiting(read("--wait", load.waiting, choice(WaitMode.class)));
    plan.spinBudget(read("--spin-budget", load.spinBudget, RunOptions::share));
    plan.seed(read("--seed", load.seed, RunOptions::seed));
    if (end.duration != null) {
      plan.duration(duration("--duration", end.duration));
    }
    if (end.operations != null) {
      plan.operations(read("--operations", end.operations, Quantities::count));
    }
    plan.warmup(duration("--warmup", end.warmup));
    plan.warmupBacklog(read("--warmup-backlog", end.warmupBacklog, choice(WarmupBacklog.class)));
    plan.drain(duration("--drain", end.drain));
    plan.interval(duration("--interval", end.interval));
    if (end.maxErrors != null) {
      plan.maxErrors(read("--max-errors", end.maxErrors, Quantities::count));
    }
    if (target.mix != null) {
      plan.mix(read("--mix", target.mix, Mix::parse));
    }
    plan.properties(properties);
    if (output != null) {
      plan.output(output);
    }
    return plan.build();
  }

  private static Duration duration(String option, String text) {
    return Duration.ofNanos(read(option, text, Quantities::durationNs));
  }

  private static <T> T read(String option, String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (PlanException e) {
      throw new UsageException(option + " " + text + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + " " + text + ": " + e.getMessage(), e);
    }
  }

  private static int smallCount(String text) {
    long count = Quantities.count(text);
    if (count < 1 || count > RunPlan.MAX_THREADS) {
      throw new PlanException("expected 1 to " + RunPlan.MAX_THREADS);
    }
    return (int) count;
  }

  private static double share(String text) {
    boolean percent = text.strip().endsWith("%");
    String number = percent ? text.strip().substring(0, text.strip().length() - 1) : text;
    double value;
    try {
      value = Double.parseDouble(number.strip()) / (percent ? 100 : 1);
    } catch (NumberFormatException e) {
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

  private static <E extends Enum<E>> Function<String, E> choice(Class<E> type) {
    return text -> {
      for (E constant : type.getEnumConstants()) {
        if (spelling(constant).equals(text.strip().toLowerCase(Locale.ROOT))) {
          return constant;
        }
      }
      throw new PlanException(
          "expected one of "
              + Arrays.stream(type.getEnumConstants())
                  .map(RunOptions::spelling)
                  .collect(Collectors.joining(", ")));
    };
  }

  private static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
