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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Puts the properties of a run together: files first, then `-p`. What a file says that nobody
/// knows is left out with one warning, since files are shared between tools; what `-p` says must be
/// known.
final class PropertySources {
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, String> origins = new LinkedHashMap<>(); // of those from files
  private final TreeSet<String> unknown = new TreeSet<>();

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
      requireCore(name, assignment.substring(at + 1), "-p ");
      if (YcsbKeys.isInternal(name) && !isKnown(driver, name)) {
        unknown.add(name);
        continue;
      }
      requireKnown(driver, name);
      properties.put(name, assignment.substring(at + 1));
      origins.remove(name);
    }
  }

  /// Another workload must not run as if it were this one.
  private static void requireCore(String name, String value, String where) {
    if (name.equals("workload") && !value.strip().endsWith("CoreWorkload")) {
      throw new UsageException(
          where + "workload=" + value + ": of YCSB's workloads only the core workload is here");
    }
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

  /// What files say and nobody knows, in a sentence.
  Optional<String> leftOut() {
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of("Not known, and left out: " + String.join(", ", unknown) + ".");
  }

  private void read(Path file, DriverProvider driver, Path home) {
    PropertiesFile content = PropertiesFile.read(file, home);
    content
        .values()
        .forEach((name, value) -> {
          requireCore(name, value, "-P " + file + ", line " + content.lines().get(name) + ": ");
          if (isKnown(driver, name)) {
            properties.put(name, value);
            origins.put(name, "-P " + file + ", line " + content.lines().get(name));
          } else {
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
    if (CoreProperties.NAMES.contains(name) || PlanOptions.RUN_PROPERTIES.containsKey(name)) {
      return true;
    }
    for (Property<?> property : driver.properties()) {
      if (property.isRest() || name.equals(driver.name() + "." + property.name())) {
        return true;
      }
    }
    return false;
  }
}
