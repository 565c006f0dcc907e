package dev.loadgen.cli;

import dev.loadgen.cli.run.FindCommand;
import dev.loadgen.cli.run.LoadCommand;
import dev.loadgen.cli.run.RunCommand;
import dev.loadgen.cli.run.ScheduleCommand;
import dev.loadgen.cli.serve.ServeCommand;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.result.RunStatus;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The `loadgen` command.
@Command(
    name = "loadgen",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "A load generator that tells the truth about latency.",
    footerHeading = "%nStart with%n",
    footer = {
      "  loadgen run --target 10000 --threads 25   measures the mock database",
      "  loadgen run --help                        explains every option"
    },
    subcommands = {
      RunCommand.class,
      LoadCommand.class,
      FindCommand.class,
      ScheduleCommand.class,
      ServeCommand.class,
      WorkloadCommand.class,
      DriversCommand.class,
      ProcessCommand.class
    },
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
  /// The exit code of bad usage.
  public static final int USAGE = 2;

  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  /// Tells the version.
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"loadgen " + LoadGenerator.version()};
    }
  }

  private Main() {}

  private static final long EXIT_PATIENCE_MS = 10_000;

  /// Runs the command and exits with its exit code.
  public static void main(String[] args) {
    int exitCode;
    try {
      exitCode = commandLine().execute(args);
    } catch (OutOfMemoryError e) {
      System.err.println(
          "loadgen: out of memory: give it more heap, as in LOADGEN_JAVA_OPTS=-Xmx4g");
      exitCode = RunStatus.FAILED.exitCode();
    }
    if (System.out.checkError() && exitCode == 0 && !isReaderGone()) { // it throws nothing
      System.err.println("loadgen: standard output could not be written");
      exitCode = RunStatus.FAILED.exitCode();
    }
    exit(exitCode);
  }

  /// Whether stdout is a pipe that nobody reads any more.
  private static boolean isReaderGone() {
    @SuppressWarnings("resource") // stdout is not ours to close
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    try {
      out.write('\n');
      return false;
    } catch (IOException e) {
      return ClosedPipe.isReason(e);
    }
  }

  /// Everything is done: what a driver has left to be done at exit is not waited for without end.
  private static void exit(int exitCode) {
    Thread.ofPlatform()
        .daemon()
        .name("loadgen-exit")
        .start(() -> {
          LockSupport.parkUntil(System.currentTimeMillis() + EXIT_PATIENCE_MS);
          Runtime.getRuntime().halt(exitCode);
        });
    System.exit(exitCode);
  }

  /// The command line, ready to be executed.
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setPosixClusteredShortOptionsAllowed(false);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    line.setParameterExceptionHandler(Main::badUsage);
    line.setExecutionExceptionHandler(Main::failed);
    line.getSubcommands().get("serve").setStopAtPositional(true);
    line.getSubcommands()
        .get("process")
        .setStopAtPositional(true)
        .setUnmatchedArgumentsAllowed(true);
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  private static int badUsage(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("loadgen: " + sentence(e));
    if (e instanceof UnmatchedArgumentException unmatched) {
      Set<String> known = new TreeSet<>(line.getCommandSpec().optionsMap().keySet());
      known.addAll(line.getSubcommands().keySet());
      Names.nearest(unmatched.getUnmatched().getFirst(), known)
          .ifPresent(name -> err.println("did you mean " + name + "?"));
    }
    err.println("try: " + line.getCommandSpec().qualifiedName() + " --help");
    return USAGE;
  }

  private static int failed(Exception e, CommandLine line, ParseResult parsed) {
    if (e instanceof UsageException
        || e instanceof PlanException
        || e instanceof SettingsException) {
      CommandLine leaf = leaf(parsed).commandSpec().commandLine();
      line.getErr().println("loadgen: " + Sentence.of(e.getMessage()));
      line.getErr()
          .println(
              driverAtFault(e, leaf(parsed))
                  .map(driver -> "try: loadgen drivers " + driver)
                  .orElse("try: " + leaf.getCommandSpec().qualifiedName() + " --help"));
      line.getErr().flush();
      return USAGE;
    }
    if (e instanceof InvalidPathException) {
      line.getErr().println("loadgen: this cannot be a path here: " + e.getMessage());
      line.getErr().flush();
      return USAGE;
    }
    line.getErr().println("loadgen: this is a bug, please report it with what follows");
    e.printStackTrace(line.getErr());
    line.getErr().flush();
    return RunStatus.FAILED.exitCode();
  }

  /// The driver of whose properties a mistake speaks: the command's own help does not list them.
  private static Optional<String> driverAtFault(Exception e, ParseResult leaf) {
    boolean ofDriver = e instanceof SettingsException || e.getCause() instanceof SettingsException;
    return Optional.ofNullable(leaf.matchedOptionValue("--driver", (String) null))
        .filter(driver -> ofDriver && e.getMessage().contains(driver + "."));
  }

  private static ParseResult leaf(ParseResult parsed) {
    return parsed.hasSubcommand() ? leaf(parsed.subcommand()) : parsed;
  }

  private static String sentence(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().getFirst();
      return e.getCommandLine().getCommandSpec().qualifiedName()
          + (first.startsWith("-") ? " has no option " : " does not know ")
          + first;
    }
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
