package dev.loadgen.cli.run;

import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.Roles;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.WarmupBacklog;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of `loadgen run`.
final class RunOptions extends PlanOptions {
  @ArgGroup(validate = false, heading = "%nWhen it ends%n", order = 2)
  End end = new End();

  @ArgGroup(validate = false, heading = "%nWorkload%n", order = 3)
  WorkloadChoice workload = new WorkloadChoice();

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
    set("--duration", end.duration, PlanOptions::duration, plan::duration);
    set("--operations", end.operations, Quantities::count, plan::operations);
    set("--warmup", end.warmup, PlanOptions::duration, plan::warmup);
    set("--warmup-backlog", end.warmupBacklog, choice(WarmupBacklog.class), plan::warmupBacklog);
    set("--mix", workload.mix, Mix::parse, plan::mix);
    set("--roles", workload.roles, Roles::parse, plan::roles);
    plan.verify(workload.verify);
    plan.harnessWarmup(!end.noHarnessWarmup);
  }
}
