package dev.loadgen.cli.run;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Roles;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.WarmupBacklog;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of `loadgen run`.
class RunOptions extends PlanOptions {
  @ArgGroup(validate = false, heading = "%nWhen it ends%n", order = 2)
  End end = new End();

  @ArgGroup(validate = false, heading = "%nWorkload%n", order = 3)
  WorkloadChoice workload = new WorkloadChoice();

  @ArgGroup(validate = false, heading = "%nObjectives%n", order = 6)
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
                + " is not counts as a failure.")
    boolean verify;
  }

  @Override
  void setMore(RunPlan.Builder plan) {
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
}
