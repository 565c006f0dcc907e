package dev.loadgen.cli;

import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Quantities;
import dev.loadgen.driver.testkit.DriverContract;
import dev.loadgen.driver.testkit.DriverContract.Check;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loadgen drivers check`.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Hold the drivers of a bundle to the contract: sessions, outcomes, interrupts, closing. The"
            + " system under test must be there.",
    footerHeading = "%nExit codes%n",
    footer = "  0 the contract is kept, 1 it is broken, 2 bad usage")
final class CheckDriverCommand implements Callable<Integer> {
  @Parameters(paramLabel = "PATH", description = "The bundle: a jar, or a directory of jars.")
  Path bundle;

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description = "A property of the driver. Repeatable.")
  List<String> properties = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "TIME",
      description = "How long one call of the driver may take. Default: 10s.")
  String limit = "10s";

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String property : properties) {
      int at = property.indexOf('=');
      if (at < 1) {
        throw new UsageException("-p " + property + ": expected NAME=VALUE");
      }
      settings.put(property.substring(0, at).strip(), property.substring(at + 1));
    }
    PrintWriter out = spec.commandLine().getOut();
    int broken = 0;
    for (DriverProvider driver : Bundles.of(bundle).unchecked()) {
      out.println(driver.name() + ": " + driver.summary());
      broken += check(DriverContract.of(driver).with(settings).limit(limit()), out);
    }
    out.println();
    out.println(
        broken == 0
            ? "The contract is kept."
            : "The contract is broken in " + broken + (broken == 1 ? " point." : " points."));
    out.flush();
    return broken == 0 ? 0 : 1;
  }

  private Duration limit() {
    try {
      return Duration.ofNanos(Quantities.durationNs(limit));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--limit " + limit + ": " + e.getMessage(), e);
    }
  }

  private static int check(DriverContract contract, PrintWriter out) {
    int broken = 0;
    for (Check check : contract.checks()) {
      List<String> violations = check.violations();
      out.printf("  %-7s %s%n", violations.isEmpty() ? "kept" : "BROKEN", check.name());
      violations.forEach(violation -> out.printf("  %-7s   %s%n", "", violation));
      out.flush();
      broken += violations.isEmpty() ? 0 : 1;
    }
    return broken;
  }
}
