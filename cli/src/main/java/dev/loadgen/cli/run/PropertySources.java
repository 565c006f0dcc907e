package dev.loadgen.cli.run;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.Property;
import dev.loadgen.engine.result.IoReason;
import dev.loadgen.engine.workload.CoreProperties;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/// Puts the properties of a run together: files first, then `-p`. What a file says that nobody
/// knows is left out with one warning, since files are shared between tools; what `-p` says must be
/// known.
final class PropertySources {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Map<String, String> properties = new LinkedHashMap<>();
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
      requireKnown(driver, name);
      properties.put(name, assignment.substring(at + 1));
    }
  }

  private static void requireKnown(DriverProvider driver, String name) {
    if (isKnown(driver, name)) {
      return;
    }
    Set<String> known = new TreeSet<>(CoreProperties.NAMES);
    known.addAll(RunOptions.RUN_PROPERTIES.keySet());
    driver.properties().forEach(property -> known.add(driver.name() + "." + property.name()));
    throw new UsageException(
        "-p "
            + name
            + ": neither driver "
            + driver.name()
            + " nor the workload has this property; "
            + Names.nearest(name, known)
                .map(near -> "did you mean " + near + "?")
                .orElse("`loadgen drivers " + driver.name() + "` lists the driver's"));
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
    Path found = file;
    if (!Files.exists(file)
        && home != null
        && Files.exists(home.resolve("workloads").resolve(file))) {
      found = home.resolve("workloads").resolve(file);
    }
    Properties content = new Properties();
    try {
      String text = Files.readString(found);
      content.load(new StringReader(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text));
    } catch (CharacterCodingException e) {
      throw new UsageException("-P " + file + ": is not UTF-8 text", e);
    } catch (IOException | IllegalArgumentException e) {
      String reason = e instanceof IOException io ? IoReason.of(io) : e.getMessage();
      throw new UsageException("-P " + file + ": cannot be read: " + reason, e);
    }
    for (String name : content.stringPropertyNames()) {
      if (isKnown(driver, name)) {
        properties.put(name, content.getProperty(name).strip());
      } else {
        unknown.add(name);
      }
    }
  }

  private static boolean isKnown(DriverProvider driver, String name) {
    if (CoreProperties.NAMES.contains(name) || RunOptions.RUN_PROPERTIES.containsKey(name)) {
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
