package dev.loadgen.driver.testkit;

import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.driver.testkit.DriverContract.Check;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a provider says of its driver, before anything is created.
final class DescriptionChecks {
  private interface Body {
    void collect(List<String> violations) throws Exception;
  }

  private final DriverProvider provider;
  private final Map<String, String> settings;

  DescriptionChecks(DriverProvider provider, Map<String, String> settings) {
    this.provider = provider;
    this.settings = settings;
  }

  List<Check> all() {
    return List.of(
        check("ServiceLoader can create the provider", this::provider),
        check("the driver names itself", this::names),
        check("the properties are sound", this::properties),
        check("the operations are sound", this::operations),
        check("the session styles are sound", this::styles));
  }

  /// What is wrong, whatever settings a user will give.
  List<String> violationsOfAny() {
    List<String> violations = new ArrayList<>();
    for (Body body : List.<Body>of(this::names, this::properties, this::operations, this::styles)) {
      try {
        body.collect(violations);
      } catch (SettingsException e) {
        // It depends on settings that are not known yet.
      } catch (Throwable e) { // whatever it is, it must not bring down who asks
        violations.add(thrown(e));
      }
    }
    return violations;
  }

  private static Check check(String name, Body body) {
    return new Check(
        name,
        () -> {
          List<String> violations = new ArrayList<>();
          try {
            body.collect(violations);
          } catch (Exception | LinkageError e) {
            violations.add(thrown(e));
          }
          return new Verdict(violations, List.of());
        });
  }

  private static String thrown(Throwable e) {
    StackTraceElement[] frames = e.getStackTrace();
    return "throws " + e + (frames.length == 0 ? "" : " at " + frames[0]);
  }

  private void provider(List<String> violations) {
    Class<?> type = provider.getClass();
    if (!Modifier.isPublic(type.getModifiers())) {
      violations.add(type.getName() + " is not public");
    }
    try {
      if (!Modifier.isPublic(type.getDeclaredConstructor().getModifiers())) {
        violations.add("the constructor of " + type.getName() + " is not public");
      }
    } catch (NoSuchMethodException e) {
      violations.add(type.getName() + " has no constructor without parameters");
    }
  }

  private void names(List<String> violations) {
    if (provider.spiVersion() != Spi.VERSION) {
      violations.add(
          "spiVersion() is " + provider.spiVersion() + ": return Spi.VERSION, now " + Spi.VERSION);
    }
    String name = provider.name();
    if (!Names.isDriverName(name)) {
      violations.add("name() is '" + name + "': expected lower-case letters, digits and hyphens");
    }
    String summary = provider.summary();
    if (summary == null || summary.isBlank() || summary.lines().count() != 1) {
      violations.add("summary() is '" + summary + "': expected one line");
    }
  }

  private void properties(List<String> violations) {
    if (provider.properties() == null) {
      violations.add("properties() is null");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (Property<?> property : provider.properties()) {
      if (property == null) {
        violations.add("properties() holds null");
        return;
      }
      if (!seen.add(property.name())) {
        violations.add("properties() names " + property.name() + " twice");
      }
      if (property.name().startsWith(provider.name() + ".")) {
        violations.add(
            "the property "
                + property.name()
                + " would be set as "
                + provider.name()
                + "."
                + property.name()
                + ": leave the driver's name out, it is added");
      }
      if (property.summary().isBlank()) {
        violations.add("the property " + property.name() + " has no summary");
      }
    }
    Settings read = settings();
    for (Property<?> property : provider.properties()) {
      if (!property.isRest()) {
        read.find(property); // fails if properties() makes new ones with every call
      }
    }
  }

  private void operations(List<String> violations) {
    List<OperationKind> kinds = provider.operations(settings());
    if (kinds == null || kinds.isEmpty()) {
      violations.add("operations() names none");
      return;
    }
    Set<String> seen = new HashSet<>();
    double weights = 0;
    for (OperationKind kind : kinds) {
      if (!seen.add(kind.name())) {
        violations.add("operations() names " + kind + " twice");
      }
      if (kind.summary().isBlank()) {
        violations.add("the operation " + kind + " has no summary");
      }
      weights += kind.defaultWeight();
    }
    if (!(weights > 0)) {
      violations.add("the default weights sum to 0, so a run without --mix has nothing to do");
    }
  }

  private void styles(List<String> violations) {
    if (provider.styles(settings()) == null || provider.styles(settings()).isEmpty()) {
      violations.add("styles() names none");
    }
  }

  private Settings settings() {
    return Settings.of(provider.name(), provider.properties(), settings);
  }
}
