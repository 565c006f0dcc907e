package dev.loadgen.cli.run;

import dev.loadgen.cli.ExitGuard;
import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.find.Limit;
import dev.loadgen.engine.find.LimitSearch;
import dev.loadgen.engine.find.SearchPlan;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.histograms.summary.SummaryJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `loadgen find`.
@Command(
    name = "find",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Find the highest rate at which objectives hold, by runs at several rates; show latencies by"
            + " rate and how sure the result is.",
    footerHeading = "%nExit codes%n",
    footer = {
      "  0 found (or the highest rate holds), 1 a run failed, 2 bad usage,",
      "  99 even the lowest rate misses, 130 interrupted (with everything written)",
      "",
      "Examples",
      "  loadgen find --slo 'response.p99 < 20ms' --target 1k..50k -t 25 -d 20s -w 5s",
      "  loadgen find … the same … --resume results/20261121-080440-mockdb-find"
    })
public final class FindCommand extends MeasuringCommand {
  @Mixin FindOptions options = new FindOptions();

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Go on where the search that left DIR ended, however it did: probes that it made are not"
              + " made again. Give the same other options; precision, repeats and budget may differ.")
  Path resume;

  @Override
  PlanOptions options() {
    return options;
  }

  @Override
  String resultName(DriverProvider driver) {
    return driver.name() + "-find";
  }

  @Override
  Optional<RunPlan> complete(LoadGenerator generator, RunPlan plan) {
    if (resume != null && output != null) {
      throw new UsageException("--output " + output + ": --resume goes on in its own directory");
    }
    SearchPlan _ = options.searchPlan(plan); // only whether there can be one
    return Optional.of(resume == null ? plan : plan.toBuilder().output(null).build());
  }

  @Override
  int measure(
      LoadGenerator generator,
      DriverProvider driver,
      RunPlan plan,
      boolean slack,
      ExitGuard guard) {
    PrintWriter err = spec.commandLine().getErr();
    SearchPlan searchPlan = options.searchPlan(plan);
    Path directory = resume == null ? plan.output().orElseThrow() : resume;
    LimitSearch search = LimitSearch.of(generator, searchPlan, Optional.of(directory));
    if (resume != null) {
      resume(search);
    }
    SearchProgress progress = new SearchProgress(progress(guard), err, quiet);
    announce(driver, SearchTable.line(searchPlan), slack);
    progress.notice(
        "each probe takes "
            + Quantities.format(searchPlan.probeLength())
            + " and what it takes to drain; a search makes 10 to 20 of them");
    Interrupts.onSignal(number -> {
      if (number == 1) {
        progress.notice(stopping(plan));
      }
      search.stop();
    });
    Limit limit;
    try {
      limit = search.listener(progress).run();
    } catch (RunFailedException e) {
      progress.end();
      err.println("loadgen: " + e.getMessage());
      return e.exitCode();
    }
    progress.end();
    return print(
        limit.status(),
        out -> SummaryJson.write(search.summary(limit), out),
        out ->
            new SearchTable(out)
                .print(driver.name() + ", " + SearchTable.line(searchPlan), limit, directory));
  }

  private void resume(LimitSearch search) {
    try {
      LimitSearch _ = search.resume();
    } catch (IOException e) {
      throw new UsageException(
          "--resume " + resume + ": cannot be read as what a search left: " + e.getMessage(), e);
    } catch (PlanException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }
}
