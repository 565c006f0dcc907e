package dev.loadgen.cli.run;

import dev.loadgen.cli.ExitGuard;
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
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// A command that sends operations and measures them: from the command line to the result.
abstract class MeasuringCommand implements Callable<Integer> {
  private static final PrintStream STDOUT = System.out;

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

  /// What the names of results begin with, after the time.
  String resultName(DriverProvider driver) {
    return driver.name();
  }

  /// The options that make the plan.
  abstract PlanOptions options();

  /// What this command makes of a plan.
  ///
  /// @return empty if there is nothing to do
  /// @throws UsageException if that cannot be
  abstract Optional<RunPlan> complete(LoadGenerator generator, RunPlan plan);

  @Override
  public final Integer call() {
    try (ExitGuard guard = ExitGuard.guard(spec.commandLine().getErr(), () -> "the run ends now")) {
      return call(guard);
    }
  }

  private int call(ExitGuard guard) {
    // Checking a plan may take a while: a recording is read from end to end.
    Interrupts.endOnSignal(spec.commandLine().getErr(), "stopped before the load began", () -> {});
    if (db != null) {
      throw new UsageException(
          "-db "
              + db
              + ": choose the driver with --driver NAME"
              + (db.contains(".")
                  ? ", a binding of YCSB with --driver ycsb -p ycsb.db=" + db
                  : ""));
    }
    if (load) {
      throw new UsageException("-load: records are loaded with `loadgen load`");
    }
    if (output != null && output.toString().isEmpty()) {
      // An empty path is the present directory: more likely a variable that is not set.
      throw new UsageException("--output '': expected a directory");
    }
    PlanOptions options = options();
    options.rejectRepeated();
    options.plan(Map.of(), null); // bad values first: they need no driver to be told
    boolean slack = TimerSlack.minimise(); // before other threads start: they inherit it
    Path home = Home.directory();
    Bundles bundles = Bundles.find(home, options.system.jars);
    DriverProvider driver = bundles.named(options.driver());
    PropertySources sources =
        new PropertySources(driver, options.system.files, options.system.properties, home);
    bundles.libraries(driver).ifPresent(libraries -> sources.addLibraries(driver, libraries));
    Path directory = output == null ? defaultOutput(resultName(driver)) : output;
    LoadGenerator generator = LoadGenerator.of(driver);
    Optional<RunPlan> completed =
        sources.located(() -> complete(generator, options.plan(sources.properties(), directory)));
    if (completed.isEmpty()) {
      return RunStatus.COMPLETED.exitCode();
    }
    RunPlan plan = completed.get();
    options.requireSchedule(plan);
    sources.located(() -> generator.check(plan));
    sources.notes().forEach(generator::note);
    guard.running(generator);
    int exitCode = measure(generator, driver, plan, slack, guard);
    guard.exitCode(exitCode);
    return exitCode;
  }

  /// Runs a plan and prints what it found.
  ///
  /// @param slack whether the timer slack could be set
  /// @param guard is told when the load begins
  /// @return the exit code
  int measure(
      LoadGenerator generator,
      DriverProvider driver,
      RunPlan plan,
      boolean slack,
      ExitGuard guard) {
    PrintWriter err = spec.commandLine().getErr();
    Progress progress = progress(guard);
    announce(driver, PlanLine.of(plan), slack);
    Interrupts.onSignal(number -> stop(generator, plan, progress, number));
    try {
      RunResult result = generator.listener(progress).run(plan);
      progress.end();
      return print(driver, plan, result);
    } catch (RunFailedException e) {
      progress.end();
      err.println("loadgen: " + e.getMessage());
      return e.exitCode();
    }
  }

  /// What is shown while it goes on.
  final Progress progress(ExitGuard guard) {
    boolean terminal = Boolean.getBoolean("loadgen.terminal");
    return new Progress(
        spec.commandLine().getErr(), terminal ? Terminal::columns : null, quiet, guard::begun);
  }

  /// Says what is about to be done.
  final void announce(DriverProvider driver, String plan, boolean slack) {
    if (quiet) {
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    String chosen =
        options().system.driver == null ? " (the default; --driver chooses another)" : "";
    err.println("Driver " + driver.name() + chosen + ": " + plan);
    if (!slack) {
      err.println("loadgen: the timer slack could not be set, so waits are less exact");
    }
    err.flush();
  }

  private static void stop(LoadGenerator generator, RunPlan plan, Progress progress, int number) {
    if (number == 1) {
      progress.notice(stopping(plan));
    }
    generator.stop();
  }

  /// What the first signal begins.
  static String stopping(RunPlan plan) {
    return "stopping: what was due is still sent and awaited, for "
        + Quantities.format(plan.drain())
        + " at most; once more skips that, a third time ends the process at once";
  }

  private int print(DriverProvider driver, RunPlan plan, RunResult result) {
    return print(
        result.status(),
        out -> SummaryJson.write(result.summary(), out),
        out -> new ResultTable(out).print(driver.name() + ", " + PlanLine.of(plan), result));
  }

  /// Prints a result, as JSON or as text.
  ///
  /// @return the exit code
  final int print(RunStatus status, Consumer<OutputStream> asJson, Consumer<PrintWriter> asText) {
    PrintWriter out = spec.commandLine().getOut();
    System.setOut(STDOUT); // whatever a driver has made of it
    if (json) {
      out.flush();
      asJson.accept(System.out);
      System.out.println();
    } else {
      asText.accept(out);
    }
    if (out.checkError() || System.out.checkError()) { // these streams throw nothing
      spec.commandLine()
          .getErr()
          .println("loadgen: the result could not be written to standard output");
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
