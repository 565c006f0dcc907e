package dev.loadgen.cli;

import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Quantities;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.testkit.DriverContract;
import dev.loadgen.driver.testkit.DriverContract.Check;
import dev.loadgen.driver.testkit.Verdict;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private static final String KEPT = "kept";
  private static final String BROKEN = "BROKEN";
  private static final String UNCHECKED = "not checked";
  private static final String ROW = "  %-12s %s%n";

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

  private volatile String doing = "the driver can be loaded"; // read when the process is ended

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ExitGuard guard = ExitGuard.guard(spec.commandLine().getErr(), () -> exited(out))) {
      return check(out);
    }
  }

  /// The driver's exit ends the check; but not without a verdict.
  private String exited(PrintWriter out) {
    out.printf(ROW, BROKEN, doing);
    out.printf(ROW, "", "  the driver called System.exit, which ends whatever uses it");
    out.println();
    out.println("The contract is broken, and the rest of it could not be checked.");
    out.flush();
    return "a driver must not do that";
  }

  private int check(PrintWriter out) {
    Duration patience = limit();
    Map<String, String> settings = settings();
    Set<String> shipped = Bundles.shipped(Home.directory());
    int broken = 0;
    for (DriverProvider driver : Bundles.of(bundle).unchecked()) {
      requireLegal(driver, settings);
      out.println(driver.name() + ": " + summary(driver));
      if (shipped.contains(driver.name()) && !isShipped()) {
        out.printf(ROW, BROKEN, "the driver has a name of its own");
        out.printf(
            ROW, "", "  a driver that comes along is named " + driver.name() + ": choose another");
        broken++;
      }
      broken += check(DriverContract.of(driver).with(settings).limit(patience), out);
    }
    out.println();
    out.println(
        broken == 0
            ? "The contract is kept."
            : "The contract is broken in " + broken + (broken == 1 ? " point." : " points."));
    out.flush();
    return broken == 0 ? 0 : 1;
  }

  private boolean isShipped() {
    Path home = Home.directory();
    return home != null && bundle.toAbsolutePath().normalize().startsWith(home.toAbsolutePath());
  }

  private static String summary(DriverProvider driver) {
    try {
      return driver.summary();
    } catch (Throwable e) { // the contract tells
      return "?";
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String property : properties) {
      int at = property.indexOf('=');
      if (at < 1) {
        throw new UsageException("-p " + property + ": expected NAME=VALUE");
      }
      settings.put(property.substring(0, at).strip(), property.substring(at + 1));
    }
    return settings;
  }

  /// What the user has misspelt is no fault of the driver's.
  private static void requireLegal(DriverProvider driver, Map<String, String> settings) {
    if (settings.isEmpty()) {
      return;
    }
    try {
      Settings.of(driver.name(), driver.properties(), Map.of());
    } catch (Throwable e) {
      return; // the driver's fault: the contract tells
    }
    try {
      Settings.of(driver.name(), driver.properties(), settings);
    } catch (SettingsException e) {
      throw new UsageException("-p: " + e.getMessage(), e);
    }
  }

  private Duration limit() {
    long limitNs;
    try {
      limitNs = Quantities.durationNs(limit);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--limit " + limit + ": " + e.getMessage(), e);
    }
    if (limitNs == 0) {
      throw new UsageException("--limit " + limit + ": expected more than 0");
    }
    return Duration.ofNanos(limitNs);
  }

  private int check(DriverContract contract, PrintWriter out) {
    int broken = 0;
    doing = "the driver can be described and opens a session";
    for (Check check : contract.checks()) {
      doing = check.name();
      Verdict verdict = check.verdict();
      List<String> sentences = new ArrayList<>(verdict.violations());
      sentences.addAll(verdict.unchecked());
      boolean kept = verdict.violations().isEmpty();
      out.printf(
          ROW, kept ? verdict.unchecked().isEmpty() ? KEPT : UNCHECKED : BROKEN, check.name());
      sentences.forEach(sentence -> out.printf(ROW, "", "  " + Sentence.of(sentence)));
      out.flush();
      broken += kept ? 0 : 1;
    }
    return broken;
  }
}
