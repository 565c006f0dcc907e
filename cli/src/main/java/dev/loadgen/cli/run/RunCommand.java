package dev.loadgen.cli.run;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.RunPlan;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `loadgen run`.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Run a load on a fixed schedule and show how long the system took (service time) and how"
            + " long users would have waited (response time).",
    footerHeading = "%nExit codes%n",
    footer = {
      "  0 good, 1 the run failed, 2 bad usage, 99 an objective was missed,",
      "  130 interrupted (with everything written)",
      "",
      "Examples",
      "  loadgen run --target 10000 --threads 25 --duration 60s",
      "  loadgen run -P workloada --target 1000 --threads 8",
      "  loadgen run --target 2k --threads 25 --slo 'response.p99 < 20ms'",
      "",
      "Properties: `loadgen workload` and `loadgen drivers NAME` list them."
    })
public final class RunCommand extends MeasuringCommand {
  @Mixin RunOptions options = new RunOptions();

  @Override
  PlanOptions options() {
    return options;
  }

  @Override
  Optional<RunPlan> complete(LoadGenerator generator, RunPlan plan) {
    return Optional.of(plan);
  }
}
