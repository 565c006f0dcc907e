package dev.loadgen.cli.run;

import dev.loadgen.cli.UsageException;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.RunPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `loadgen load`.
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Insert the records of the workload (recordcount, insertstart, insertcount), with keys,"
            + " fields and values as YCSB makes them.",
    footerHeading = "%nExit codes%n",
    footer = {
      "  0 all are there, 1 some are not, 2 bad usage, 130 interrupted",
      "",
      "Examples",
      "  loadgen load --driver mine --driver-jar mine.jar -p recordcount=1m --threads 8",
      "  loadgen load … the same … --resume results/20261121-080440-mine"
    })
public final class LoadCommand extends MeasuringCommand {
  /// Its options: when it ends is decided by the number of records.
  static final class LoadOptions extends PlanOptions {
    @Override
    void setMore(RunPlan.Builder plan) {
      plan.loading(0);
    }
  }

  @Mixin LoadOptions options = new LoadOptions();

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Go on where the load that left DIR ended, however it ended. Give the same other options.")
  Path resume;

  @Override
  PlanOptions options() {
    return options;
  }

  @Override
  Optional<RunPlan> complete(LoadGenerator generator, RunPlan plan) {
    if (resume == null) {
      return Optional.of(plan);
    }
    try {
      Optional<RunPlan> rest = generator.resumed(plan, resume);
      if (rest.isEmpty()) {
        spec.commandLine()
            .getOut()
            .println("All records are there already: nothing is left to load.");
      }
      return rest;
    } catch (IOException e) {
      throw new UsageException(
          "--resume " + resume + ": cannot be read as what a load left: " + e.getMessage(), e);
    }
  }
}
