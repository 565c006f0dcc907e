package dev.loadgen.cli.run;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.Quantities;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.Roles;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.WarmupBacklog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of `loadgen run`.
class RunOptions extends PlanOptions {
  private enum Model {
    CLOSED,
    OPEN
  }

  @ArgGroup(validate = false, heading = "%nOpen model%n", order = 2)
  Open open = new Open();

  @ArgGroup(validate = false, heading = "%nReplay%n", order = 3)
  Recorded recorded = new Recorded();

  @ArgGroup(validate = false, heading = "%nWhen it ends%n", order = 4)
  End end = new End();

  @ArgGroup(validate = false, heading = "%nWorkload%n", order = 5)
  WorkloadChoice workload = new WorkloadChoice();

  static final class Open {
    @Option(
        names = "--model",
        paramLabel = "closed|open",
        description =
            "closed: --threads users, each of whom waits for an answer before the next operation."
                + " open: operations are sent when they are due, however many are in flight: users"
                + " who do not know of one another. Default: closed.")
    String model;

    @Option(
        names = "--max-in-flight",
        paramLabel = "N",
        description =
            "How many operations may be in flight at once; more wait, and their response time runs."
                + " Default: 10000.")
    String maxInFlight;

    @Option(
        names = "--dispatchers",
        paramLabel = "N",
        description = "Threads that send. Default: 1.")
    String dispatchers;

    @Option(
        names = "--sessions",
        paramLabel = "N",
        description =
            "How many sessions they send over. Default: what the driver suggests, or one for each"
                + " dispatcher; of blocking ones --max-in-flight, at most 1000.")
    String sessions;

    @Option(
        names = "--session-style",
        paramLabel = "async|blocking",
        description =
            "async: many operations in flight on each session. blocking: one, in a virtual thread."
                + " Default: async if the driver has such sessions.")
    String sessionStyle;
  }

  static final class Recorded {
    @Option(
        names = "--replay",
        paramLabel = "FILE",
        description =
            "Intended times from a recording, instead of a --target: CSV, plain or gzip, with a header"
                + " that names intended_ns, time_s … and perhaps kind, key, size. `loadgen schedule`"
                + " writes such files.")
    Path replay;

    @Option(
        names = "--speed",
        paramLabel = "FACTOR",
        description = "How much faster than it was recorded: 2x, 0.5x. Default: 1x.")
    String speed;
  }

  @ArgGroup(validate = false, heading = "%nObjectives%n", order = 7)
  Objectives objectives = new Objectives();

  static final class Objectives {
    @Option(
        names = "--slo",
        paramLabel = "OBJECTIVE",
        description =
            "What the run is to achieve: 'response.p99 < 20ms', 'READ.service.mean <= 1ms',"
                + " 'errors < 0.1%%', 'achieved > 99%%'; series response, service, wait, lag; figures"
                + " mean, max, p50, p99.9 … Exit code 99 if one is missed. Repeatable.")
    List<String> slos = new ArrayList<>();

    @Option(
        names = "--abort-on-slo",
        description = "End the window as soon as an objective can no longer be met.")
    boolean abort;
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
        names = "--no-harness-warmup",
        description =
            "Do not run the generator's own loop, against nothing, until it is compiled before the"
                + " load begins.")
    boolean noHarnessWarmup;
  }

  static final class WorkloadChoice {
    @Option(
        names = "--mix",
        paramLabel = "NAME=WEIGHT,...",
        description = "Kinds of operation: READ=95,UPDATE=5. Default: the driver's weights.")
    String mix;

    @Option(
        names = "--roles",
        paramLabel = "NAME:WORKERS,...",
        description =
            "Threads that do only one kind each: READ:2,UPDATE:1. They add up to --threads.")
    String roles;

    @Option(
        names = "--verify",
        description =
            "Check that what is read is what the workload writes, outside of the service time; what"
                + " is not counts as a failure, and the run as failed. Updates then write what the"
                + " record was made with, not random values; scans are not checked.")
    boolean verify;
  }

  @Override
  void setMore(RunPlan.Builder plan) {
    setReplay(plan);
    setOpen(plan);
    set("--duration", end.duration, PlanOptions::duration, plan::duration);
    set("--operations", end.operations, Quantities::count, plan::operations);
    set("--warmup", end.warmup, PlanOptions::duration, plan::warmup);
    set("--warmup-backlog", end.warmupBacklog, choice(WarmupBacklog.class), plan::warmupBacklog);
    set("--mix", workload.mix, Mix::parse, plan::mix);
    set("--roles", workload.roles, Roles::parse, plan::roles);
    for (String slo : objectives.slos) {
      try {
        plan.objective(Objective.parse(slo));
      } catch (PlanException e) {
        throw new UsageException("--slo '" + slo + "': " + e.getMessage(), e);
      }
    }
    plan.abortOnMiss(objectives.abort);
    plan.verify(workload.verify);
    plan.harnessWarmup(!end.noHarnessWarmup);
  }

  private void setReplay(RunPlan.Builder plan) {
    if (recorded.replay == null) {
      if (recorded.speed != null) {
        throw new UsageException("--speed " + recorded.speed + ": belongs to --replay");
      }
      return;
    }
    double[] speed = {1};
    set("--speed", recorded.speed, RunOptions::factor, factor -> speed[0] = factor);
    try {
      plan.replay(new Replay(recorded.replay, speed[0]));
    } catch (PlanException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private static double factor(String text) {
    String number = text.strip();
    return Quantities.decimal(
        number.endsWith("x") ? number.substring(0, number.length() - 1) : number);
  }

  private void setOpen(RunPlan.Builder plan) {
    Model[] model = {Model.CLOSED};
    set("--model", open.model, choice(Model.class), chosen -> model[0] = chosen);
    if (model[0] == Model.CLOSED) {
      for (String option :
          List.of("--max-in-flight", "--dispatchers", "--sessions", "--session-style")) {
        if (isTyped(option)) {
          throw new UsageException(option + ": belongs to --model open");
        }
      }
      return;
    }
    if (isTyped("--threads")) {
      throw new UsageException(
          typed("--threads")
              + " "
              + load.threads
              + ": --model open has no threads that wait: --max-in-flight bounds what is in flight,"
              + " --dispatchers are the threads that send");
    }
    if (isTyped("--schedule")) {
      throw new UsageException(
          "--schedule "
              + load.schedule
              + ": --model open has one schedule for all: --arrivals says how it is spread");
    }
    int[] inFlight = {OpenModel.DEFAULT_MAX_IN_FLIGHT};
    int[] dispatchers = {1};
    AtomicReference<Integer> sessions = new AtomicReference<>();
    AtomicReference<SessionStyle> style = new AtomicReference<>();
    set(
        "--max-in-flight",
        open.maxInFlight,
        text -> count(text, OpenModel.MOST_IN_FLIGHT),
        count -> inFlight[0] = count);
    set(
        "--dispatchers",
        open.dispatchers,
        text -> count(text, OpenModel.MOST_DISPATCHERS),
        count -> dispatchers[0] = count);
    set("--sessions", open.sessions, text -> count(text, OpenModel.MOST_IN_FLIGHT), sessions::set);
    set("--session-style", open.sessionStyle, choice(SessionStyle.class), style::set);
    try {
      plan.open(
          new OpenModel(
              inFlight[0],
              dispatchers[0],
              Optional.ofNullable(sessions.get()),
              Optional.ofNullable(style.get())));
    } catch (PlanException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }
}
