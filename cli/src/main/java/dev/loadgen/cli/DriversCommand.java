package dev.loadgen.cli;

import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loadgen drivers`: lists the drivers, or describes one.
@Command(
    name = "drivers",
    mixinStandardHelpOptions = true,
    description = "List the drivers, or one driver's operations and properties.",
    subcommands = {NewDriverCommand.class, CheckDriverCommand.class})
final class DriversCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The driver to describe; none lists them all.")
  String name;

  @Option(
      names = "--driver-jar",
      paramLabel = "PATH",
      description = "A driver bundle: a jar, or a directory of jars. Repeatable.")
  List<Path> jars = new ArrayList<>();

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    try (ExitGuard guard =
        ExitGuard.guard(
            spec.commandLine().getErr(),
            () -> "a driver that is only described must not do that")) {
      return list();
    }
  }

  private int list() {
    PrintWriter out = spec.commandLine().getOut();
    Bundles bundles = Bundles.find(Home.directory(), jars);
    bundles.requireDrivers();
    if (name == null) {
      for (DriverProvider driver : bundles.all()) {
        out.printf("%-12s %s%n", driver.name(), driver.summary());
      }
      out.println();
      out.println("`loadgen drivers NAME` describes one; `--driver-jar PATH` adds your own.");
    } else {
      describe(bundles.named(name), out);
    }
    out.flush();
    return 0;
  }

  private static void describe(DriverProvider driver, PrintWriter out) {
    out.println(driver.name() + ": " + driver.summary());
    out.println();
    out.println("Operations (--mix NAME=WEIGHT,...)");
    operations(driver, out);
    out.println();
    out.println("Properties (-p NAME=VALUE)");
    PropertyTable.print(driver.properties(), driver.name() + ".", out);
  }

  private static void operations(DriverProvider driver, PrintWriter out) {
    try {
      Settings defaults = Settings.of(driver.name(), driver.properties(), Map.of());
      for (OperationKind kind : driver.operations(defaults)) {
        out.printf(
            "  %-20s weight %-6s %s%n", kind.name(), number(kind.defaultWeight()), kind.summary());
      }
      String styles =
          driver.styles(defaults).stream()
              .map(style -> style.name().toLowerCase(Locale.ROOT))
              .sorted()
              .collect(Collectors.joining(", "));
      out.println();
      out.println("Sessions  " + styles);
    } catch (SettingsException e) {
      // They depend on settings without a default; the properties below tell which.
      out.println("  not known yet: " + e.getMessage());
    }
  }

  private static String number(double weight) {
    return weight == Math.rint(weight) ? Long.toString((long) weight) : Double.toString(weight);
  }
}
