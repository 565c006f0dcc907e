package dev.loadgen.driver;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The settings of one driver in one run: every property that it declared, read and checked.
/// Immutable.
public final class Settings {
  private static final Pattern SECRET =
      Pattern.compile("(?i)passw|secret|token|credential|api.?key|private.?key");

  private final String owner;
  private final List<Property<?>> properties;
  private final Map<String, Object> values;
  private final Map<String, String> texts;
  private final Map<String, String> rest;
  private final Set<String> given;

  private Settings(
      String owner,
      List<Property<?>> properties,
      Map<String, Object> values,
      Map<String, String> texts,
      Map<String, String> rest,
      Set<String> given) {
    this.owner = owner;
    this.properties = properties;
    this.values = values;
    this.texts = texts;
    this.rest = rest;
    this.given = given;
  }

  /// Reads settings.
  ///
  /// @param owner the driver's name, which is the prefix of its settings
  /// @param properties what the driver declares
  /// @param given what the user gave, by full name (`mockdb.delay`)
  /// @throws SettingsException if one is unknown (and the driver declares no [Property#rest]) or
  ///   its value is not legal
  public static Settings of(String owner, List<Property<?>> properties, Map<String, String> given) {
    Map<String, Property<?>> known = new LinkedHashMap<>();
    boolean takesRest = false;
    for (Property<?> property : properties) {
      takesRest |= property.isRest();
      if (!property.isRest() && known.put(owner + "." + property.name(), property) != null) {
        throw new SettingsException(
            "driver " + owner + " declares its property " + property.name() + " twice");
      }
    }
    Map<String, Object> values = new HashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    Set<String> named = new HashSet<>();
    known.forEach((fullName, property) -> {
      String text = given.getOrDefault(fullName, property.defaultText());
      if (given.containsKey(fullName)) {
        named.add(property.name());
      }
      if (text != null) {
        values.put(property.name(), parse(fullName, property, text));
        texts.put(fullName, property.isSecret() ? "***" : text);
      }
    });
    Map<String, String> rest = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : given.entrySet()) {
      if (!known.containsKey(entry.getKey())) {
        if (!takesRest || entry.getKey().startsWith(owner + ".")) {
          throw unknown(owner, entry.getKey(), known);
        }
        rest.put(entry.getKey(), entry.getValue());
      }
    }
    return new Settings(owner, List.copyOf(properties), values, texts, Map.copyOf(rest), named);
  }

  private static Object parse(String fullName, Property<?> property, String text) {
    try {
      return property.parse(text);
    } catch (IllegalArgumentException e) {
      String shown = property.isSecret() ? "***" : text;
      throw new SettingsException(fullName + "=" + shown + ": " + e.getMessage(), e);
    }
  }

  private static SettingsException unknown(
      String owner, String name, Map<String, Property<?>> known) {
    String hint =
        Names.nearest(name, known.keySet())
            .map(nearest -> "; did you mean " + nearest + "?")
            .orElse("; `loadgen drivers " + owner + "` lists its properties");
    return new SettingsException("driver " + owner + " has no property " + name + hint);
  }

  /// The value of a property: the user's, else the default.
  ///
  /// @throws SettingsException if it has neither
  public <T> T value(Property<T> property) {
    return find(property)
        .orElseThrow(() ->
            new SettingsException(
                "driver "
                    + owner
                    + " needs -p "
                    + owner
                    + "."
                    + property.name()
                    + "=… ("
                    + property.summary()
                    + ")"));
  }

  /// The value of a property, if the user gave one or it has a default.
  ///
  /// @throws IllegalArgumentException if the driver did not declare the property
  @SuppressWarnings("unchecked") // a value was parsed by the property of its name
  public <T> Optional<T> find(Property<T> property) {
    if (!properties.contains(property)) {
      throw new IllegalArgumentException(
          "driver " + owner + " did not declare the property " + property.name());
    }
    return Optional.ofNullable((T) values.get(property.name()));
  }

  /// Whether the user gave a value, rather than leaving the default.
  public boolean given(Property<?> property) {
    return given.contains(property.name());
  }

  /// What was given beyond the declared properties, by full name; empty unless the driver declares
  /// [Property#rest].
  public Map<String, String> rest() {
    return rest;
  }

  /// All settings as text, by full name and with defaults, secrets as `***`: fit to be shown. Of
  /// what was given beyond the declared properties, those count as secrets whose names say so.
  public Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>(texts);
    rest.forEach((name, value) -> shown.put(name, SECRET.matcher(name).find() ? "***" : value));
    return shown;
  }

  @Override
  public String toString() {
    return shown().toString();
  }
}
