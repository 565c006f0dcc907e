package dev.loadgen.cli.run;

import dev.loadgen.cli.Home;
import dev.loadgen.cli.UsageException;
import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.TimerSlack;
import dev.loadgen.histograms.summary.SummaryJson;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
      "  0 good, 1 the run failed, 2 bad usage, 130 interrupted (with everything written)",
      "",
      "Example",
      "  loadgen run --target 10000 --threads 25 --duration 60s"
    })
public final class RunCommand implements Callable<Integer> {
  private static final String DEFAULT_DRIVER = "mockdb";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description =
          "Where the results go; must be new or empty. Default: results/<start>-<driver>.")
  Path output;

  @Option(names = "--json", description = "Print the summary as JSON.")
  boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Show nothing while the run goes on.")
  boolean quiet;

  @Option(names = "-s", hidden = true, description = "YCSB's: status is always shown.")
  boolean status;

  @Option(names = "-db", hidden = true, arity = "0..1", description = "YCSB's.")
  String db;

  @Option(names = "-load", hidden = true, description = "YCSB's.")
  boolean load;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    if (db != null) {
      throw new UsageException("-db " + db + ": choose the driver with --driver NAME");
    }
    if (load) {
      throw new UsageException("-load: loading records is not there yet; `run` measures only");
    }
    if (output != null && output.toString().isEmpty()) {
      // An empty path is the present directory: more likely a variable that is not set.
      throw new UsageException("--output '': expected a directory");
    }
    options.rejectRepeated();
    options.plan(Map.of(), null); // bad values first: they need no driver to be told
    boolean slack = TimerSlack.minimise(); // before other threads start: they inherit it
    PrintWriter err = spec.commandLine().getErr();
    Path home = Home.directory();
    DriverProvider driver =
        Bundles.find(home, options.target.jars)
            .named(options.target.driver == null ? DEFAULT_DRIVER : options.target.driver);
    PropertySources sources =
        new PropertySources(driver, options.target.files, options.target.properties, home);
    Path directory = output == null ? defaultOutput(driver.name()) : output;
    RunPlan plan = options.plan(sources.properties(), directory);
    LoadGenerator generator = LoadGenerator.of(driver);
    options.requireSchedule(plan);
    generator.check(plan);
    sources.leftOut().ifPresent(generator::note);
    boolean terminal = Boolean.getBoolean("loadgen.terminal");
    Progress progress = new Progress(err, terminal ? Terminal::columns : null, quiet);
    if (!quiet) {
      String chosen =
          options.target.driver == null ? " (the default; --driver chooses another)" : "";
      err.println("Driver " + driver.name() + chosen + ": " + PlanLine.of(plan));
      if (!slack) {
        err.println("loadgen: the timer slack could not be set, so waits are less exact");
      }
      err.flush();
    }
    Interrupts.onSignal(number -> {
      if (number == 1) {
        progress.notice(
            "stopping: what was due is still sent and awaited, for "
                + Quantities.format(plan.drain())
                + " at most; once more skips that, a third time ends the process at once");
      }
      generator.stop();
    });
    try (ExitGuard guard = ExitGuard.guard(generator::stop, err)) {
      return run(generator.listener(progress), driver, plan, progress, err);
    }
  }

  private int run(
      LoadGenerator generator,
      DriverProvider driver,
      RunPlan plan,
      Progress progress,
      PrintWriter err) {
    RunResult result;
    try {
      result = generator.run(plan);
    } catch (RunFailedException e) {
      progress.end();
      err.println("loadgen: " + e.getMessage());
      return e.exitCode();
    }
    progress.end();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.flush();
      SummaryJson.write(result.summary(), System.out);
      System.out.println();
    } else {
      new ResultTable(out).print(driver.name() + ", " + PlanLine.of(plan), result);
    }
    RunStatus status = result.status();
    if (out.checkError() || System.out.checkError()) { // these streams throw nothing
      err.println("loadgen: the result could not be written to standard output");
      return status == RunStatus.COMPLETED ? RunStatus.FAILED.exitCode() : status.exitCode();
    }
    return status.exitCode();
  }

  private static Path defaultOutput(String driver) {
    String start =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    Path directory = Path.of("results", start + "-" + driver);
    for (int i = 2; Files.exists(directory); i++) {
      directory = Path.of("results", start + "-" + driver + "-" + i);
    }
    return directory;
  }
}
