package dev.loadgen.cli.run;

import dev.loadgen.cli.UsageException;
import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.workload.CoreProperties;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Puts the properties of a run together: files first, then `-p`. What a file says that nobody
/// knows is left out with one warning, since files are shared between tools; what `-p` says must be
/// known.
final class PropertySources {
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, String> origins = new LinkedHashMap<>(); // of those from files
  private final TreeSet<String> unknown = new TreeSet<>();
  private final List<String> hints = new ArrayList<>();

  PropertySources(DriverProvider driver, List<Path> files, List<String> assignments, Path home) {
    for (Path file : files) {
      read(file, driver, home);
    }
    for (String assignment : assignments) {
      int at = assignment.indexOf('=');
      if (at < 1) {
        throw new UsageException("-p " + assignment + ": expected NAME=VALUE");
      }
      String name = assignment.substring(0, at).strip();
      if (isCore(name, assignment.substring(at + 1), "-p ") && !isKnown(driver, name)) {
        continue;
      }
      if (YcsbKeys.isInternal(name) && !isKnown(driver, name)) {
        unknown.add(name);
        continue;
      }
      requireKnown(driver, name);
      hint("-p " + name, driver, name);
      properties.put(name, assignment.substring(at + 1));
      origins.remove(name);
    }
  }

  /// Whether it says what the workload is; another must not run as if it were this one.
  private static boolean isCore(String name, String value, String where) {
    if (!name.equals("workload")) {
      return false;
    }
    if (!value.strip().endsWith("CoreWorkload")) {
      throw new UsageException(
          where + "workload=" + value + ": of YCSB's workloads only the core workload is here");
    }
    return true;
  }

  /// A driver that takes all properties takes misspelt ones, too: those deserve a word.
  private void hint(String where, DriverProvider driver, String name) {
    if (name.indexOf('.') >= 0 || YcsbKeys.isInternal(name) || isDeclared(driver, name)) {
      return;
    }
    Names.nearest(name, likely())
        .filter(near -> near.length() > 3)
        .ifPresent(near ->
            hints.add(
                where
                    + ": goes to driver "
                    + driver.name()
                    + " as it stands; did you mean "
                    + PlanOptions.SPELLINGS.getOrDefault(near, near)
                    + "?"));
  }

  private static Set<String> likely() {
    Set<String> likely = new TreeSet<>(CoreProperties.NAMES);
    likely.addAll(PlanOptions.RUN_PROPERTIES.keySet());
    likely.addAll(PlanOptions.SPELLINGS.keySet());
    return likely;
  }

  private static void requireKnown(DriverProvider driver, String name) {
    if (isKnown(driver, name)) {
      return;
    }
    Set<String> known = new TreeSet<>(CoreProperties.NAMES);
    known.addAll(PlanOptions.RUN_PROPERTIES.keySet());
    driver.properties().forEach(property -> known.add(driver.name() + "." + property.name()));
    throw new UsageException(
        "-p "
            + name
            + ": neither driver "
            + driver.name()
            + " nor the workload has this property; "
            + Names.nearest(name, known)
                .map(near -> "did you mean " + near + "?")
                .orElse(
                    "`loadgen drivers "
                        + driver.name()
                        + "` lists the driver's, `loadgen workload` the others"));
  }

  /// Adds libraries to those that a driver was given.
  void addLibraries(DriverProvider driver, String classPath) {
    properties.merge(
        driver.name() + "." + Bundles.CLASS_PATH,
        classPath,
        (before, more) -> before + File.pathSeparator + more);
  }

  Map<String, String> properties() {
    return properties;
  }

  /// What files say and nobody knows, and what is probably misspelt, in sentences.
  List<String> notes() {
    List<String> notes = new ArrayList<>(hints);
    if (!unknown.isEmpty()) {
      notes.add(
          "Not known, and left out: "
              + unknown.stream().map(PropertySources::withHint).collect(Collectors.joining(", "))
              + ".");
    }
    return notes;
  }

  private static String withHint(String name) {
    return YcsbKeys.isInternal(name)
        ? name
        : Names.nearest(name, likely())
            .map(near ->
                name + " (did you mean " + PlanOptions.SPELLINGS.getOrDefault(near, near) + "?)")
            .orElse(name);
  }

  private void read(Path file, DriverProvider driver, Path home) {
    PropertiesFile content = PropertiesFile.read(file, home);
    content
        .values()
        .forEach((name, value) -> {
          String where = "-P " + file + ", line " + content.lines().get(name);
          boolean core = isCore(name, value, where + ": ");
          if (isKnown(driver, name)) {
            hint(where + ", " + name, driver, name);
            properties.put(name, value);
            origins.put(name, where);
          } else if (!core) {
            unknown.add(name);
          }
        });
  }

  /// Does something with the properties; a mistake that it finds in one that a file gave is told
  /// with file and line.
  ///
  /// @throws UsageException for such a mistake
  <T> T located(Supplier<T> action) {
    try {
      return action.get();
    } catch (PlanException | SettingsException | UsageException e) {
      String message = e.getMessage();
      for (Map.Entry<String, String> origin : origins.entrySet()) {
        if (message.startsWith(origin.getKey() + "=")) {
          throw new UsageException(origin.getValue() + ": " + message, e);
        }
      }
      throw e;
    }
  }

  private static boolean isKnown(DriverProvider driver, String name) {
    return isDeclared(driver, name) || driver.properties().stream().anyMatch(Property::isRest);
  }

  private static boolean isDeclared(DriverProvider driver, String name) {
    return CoreProperties.NAMES.contains(name)
        || PlanOptions.RUN_PROPERTIES.containsKey(name)
        || driver.properties().stream()
            .anyMatch(property ->
                !property.isRest() && name.equals(driver.name() + "." + property.name()));
  }
}
