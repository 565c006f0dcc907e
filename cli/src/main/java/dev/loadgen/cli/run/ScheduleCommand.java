package dev.loadgen.cli.run;

import dev.loadgen.cli.ClosedPipe;
import dev.loadgen.cli.Home;
import dev.loadgen.cli.UsageException;
import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.result.Units;
import dev.loadgen.engine.result.WrittenSchedule;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `loadgen schedule`.
@Command(
    name = "schedule",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Write the schedule of a run, without running it: what would be sent when, as CSV, for"
            + " `loadgen run --replay`. It takes the options of `loadgen run`.",
    footerHeading = "%nExamples%n",
    footer = {
      "  loadgen schedule --target 'ramp 1k..5k over 60s' --arrivals poisson -o peak.csv.gz",
      "  loadgen schedule --target 10k -d 60s --part 1/2 -o first-half.csv",
      "  loadgen run --model open --replay peak.csv.gz --speed 2x"
    })
public final class ScheduleCommand implements Callable<Integer> {
  private static final Pattern PART = Pattern.compile("([0-9]{1,4})/([0-9]{1,4})");

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Where it goes; must not be there. Ends it in .gz, it is compressed. Default: standard"
              + " output.")
  Path output;

  @Option(
      names = "--part",
      paramLabel = "I/N",
      description = "The I-th of N equal parts, for as many machines. Default: 1/1.")
  String part = "1/1";

  @Spec CommandSpec spec;

  private record Part(int index, int count) {}

  private volatile Path unfinished; // while it is written

  @Override
  public Integer call() {
    Interrupts.endOnSignal(spec.commandLine().getErr(), "stopped", this::removeUnfinished);
    options.rejectRepeated();
    Part chosen = part();
    options.plan(Map.of(), null); // bad values first: they need no driver to be told
    Path home = Home.directory();
    Bundles bundles = Bundles.find(home, options.system.jars);
    DriverProvider driver = bundles.named(options.driver());
    PropertySources sources =
        new PropertySources(driver, options.system.files, options.system.properties, home);
    bundles.libraries(driver).ifPresent(libraries -> sources.addLibraries(driver, libraries));
    RunPlan plan = sources.located(() -> options.plan(sources.properties(), null));
    LoadGenerator generator = LoadGenerator.of(driver);
    sources.located(() -> generator.check(plan));
    return write(generator, plan, chosen);
  }

  private Part part() {
    Matcher matcher = PART.matcher(part.strip());
    if (matcher.matches()) {
      int index = Integer.parseInt(matcher.group(1));
      int count = Integer.parseInt(matcher.group(2));
      if (index >= 1 && index <= count) {
        return new Part(index - 1, count);
      }
    }
    throw new UsageException("--part " + part + ": expected I/N, as in 1/3 or 3/3");
  }

  private int write(LoadGenerator generator, RunPlan plan, Part chosen) {
    try {
      WrittenSchedule written =
          output == null
              ? write(generator, plan, chosen, new FileOutputStream(FileDescriptor.out))
              : writeFile(generator, plan, chosen);
      spec.commandLine()
          .getErr()
          .println(Units.count(written.operations()) + " operations, sha256 " + written.hash());
      return RunStatus.COMPLETED.exitCode();
    } catch (IOException e) {
      return unwritable(e);
    } catch (UncheckedIOException e) {
      return unwritable(e.getCause());
    }
  }

  private int unwritable(IOException e) {
    if (output == null && ClosedPipe.isReason(e)) {
      return RunStatus.COMPLETED.exitCode();
    }
    spec.commandLine()
        .getErr()
        .println(
            "loadgen: cannot write "
                + (output == null ? "to standard output" : output)
                + ": "
                + IoReason.of(e));
    return RunStatus.FAILED.exitCode();
  }

  /// The file is there when it is whole, and not before.
  private WrittenSchedule writeFile(LoadGenerator generator, RunPlan plan, Part chosen)
      throws IOException {
    if (Files.exists(output)) {
      throw new UsageException("--output " + output + ": it is there already");
    }
    unfinished = output.resolveSibling(output.getFileName() + ".part");
    try {
      OutputStream file = Files.newOutputStream(unfinished);
      boolean zipped = output.toString().endsWith(".gz");
      WrittenSchedule written =
          write(generator, plan, chosen, zipped ? new GZIPOutputStream(file) : file);
      Files.move(unfinished, output, StandardCopyOption.ATOMIC_MOVE);
      return written;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private void removeUnfinished() {
    try {
      if (unfinished != null) {
        Files.deleteIfExists(unfinished);
      }
    } catch (IOException e) {
      spec.commandLine().getErr().println("loadgen: cannot remove " + unfinished);
    }
  }

  private static WrittenSchedule write(
      LoadGenerator generator, RunPlan plan, Part chosen, OutputStream out) throws IOException {
    try (OutputStream buffered = new BufferedOutputStream(out, 1 << 16)) {
      return generator.writeSchedule(plan, chosen.index(), chosen.count(), buffered);
    }
  }
}
