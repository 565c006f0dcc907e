package dev.loadgen.driver;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A setting that a driver understands: name, meaning, type, default. Immutable; keep properties in
/// constants and read them with [Settings#value].
///
/// Defaults are given as the user would write them. A property with the default null has none: it
/// is optional, and read with [Settings#find].
///
/// @param <T> the type of its value
public final class Property<T> {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9_.-]{0,63}");

  private final String name;
  private final String summary;
  private final String type;
  private final String condition; // null if there is none
  private final String defaultText;
  private final Function<String, T> parser;
  private final boolean secret;
  private final boolean rest;

  private Property(
      String name,
      String summary,
      String type,
      String condition,
      String defaultText,
      Function<String, T> parser,
      boolean secret,
      boolean rest) {
    if (!rest && !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "property name '" + name + "' is not a letter, then letters, digits, '_', '.' and '-'");
    }
    this.name = name;
    this.summary = Objects.requireNonNull(summary, "summary");
    this.type = type;
    this.condition = condition;
    this.defaultText = defaultText;
    this.parser = parser;
    this.secret = secret;
    this.rest = rest;
    if (defaultText != null) {
      // A default that is no legal value is a bug of the driver: show it at once.
      Objects.requireNonNull(parse(defaultText), "default");
    }
  }

  private static <T> Property<T> of(
      String name, String defaultText, String summary, String type, Function<String, T> parser) {
    return new Property<>(name, summary, type, null, defaultText, parser, false, false);
  }

  /// Any text.
  public static Property<String> text(String name, String defaultText, String summary) {
    return of(name, defaultText, summary, "text", Function.identity());
  }

  /// A text that is never shown: it prints as `***` everywhere. It has no default. The user gives
  /// it as it is, as `file:PATH`, the content of a file without its last line end, or as
  /// `env:NAME`, an environment variable: command lines are seen by others.
  public static Property<String> secret(String name, String summary) {
    return new Property<>(name, summary, Secrets.TYPE, null, null, Secrets::find, true, false);
  }

  /// A whole number, which may be written `10k`.
  public static Property<Long> integer(String name, String defaultText, String summary) {
    return of(name, defaultText, summary, "whole number", Property::parseInteger);
  }

  /// A finite number.
  public static Property<Double> decimal(String name, String defaultText, String summary) {
    return of(name, defaultText, summary, "number", Quantities::decimal);
  }

  /// `true` or `false`.
  public static Property<Boolean> flag(String name, boolean defaultValue, String summary) {
    return of(name, Boolean.toString(defaultValue), summary, "true or false", Property::parseFlag);
  }

  /// One of an enum's constants, written in lower case with hyphens.
  public static <E extends Enum<E>> Property<E> choice(
      String name, E defaultValue, String summary) {
    Class<E> type = defaultValue.getDeclaringClass();
    List<String> words = Arrays.stream(type.getEnumConstants()).map(Property::spelling).toList();
    String expected = String.join(", ", words);
    return of(
        name,
        spelling(defaultValue),
        summary,
        String.join("|", words),
        text -> {
          int index = words.indexOf(text.strip().toLowerCase(Locale.ROOT));
          if (index < 0) {
            throw new IllegalArgumentException("expected one of " + expected);
          }
          return type.getEnumConstants()[index];
        });
  }

  /// A duration in nanoseconds, written `4ms`: see [Quantities#durationNs].
  public static Property<Long> duration(String name, String defaultText, String summary) {
    return of(name, defaultText, summary, "duration", Quantities::durationNs);
  }

  /// A size in bytes, written `64k`: see [Quantities#bytes].
  public static Property<Long> size(String name, String defaultText, String summary) {
    return of(name, defaultText, summary, "size", Quantities::bytes);
  }

  /// A path in the file system; need not exist.
  public static Property<Path> path(String name, String defaultText, String summary) {
    return of(name, defaultText, summary, "path", Path::of);
  }

  /// Periodic pauses, written `200ms every 1s`: see [Pauses].
  public static Property<Pauses> pauses(String name, String defaultText, String summary) {
    return of(name, defaultText, summary, "LENGTH every PERIOD", Pauses::parse);
  }

  /// Declares that the driver takes every further setting, whatever its name, and passes it on:
  /// they are in [Settings#rest].
  public static Property<String> rest(String summary) {
    return new Property<>("*", summary, "text", null, null, Function.identity(), false, true);
  }

  /// The same property with a further condition on its value.
  ///
  /// @param expected completes the sentence `expected …`
  public Property<T> where(Predicate<? super T> condition, String expected) {
    return new Property<>(
        name,
        summary,
        type,
        this.condition == null ? expected : this.condition + ", and " + expected,
        defaultText,
        text -> {
          T value = parser.apply(text);
          if (!condition.test(value)) {
            throw new IllegalArgumentException("expected " + expected);
          }
          return value;
        },
        secret,
        rest);
  }

  /// The name, without the driver's.
  public String name() {
    return name;
  }

  /// What it means, in one line.
  public String summary() {
    return summary;
  }

  /// What its values look like, in a few words: `duration`, `stw|fixed|uniform`.
  public String type() {
    return type;
  }

  /// What values must be beyond their type: `1 to 64`; empty if nothing.
  public Optional<String> condition() {
    return Optional.ofNullable(condition);
  }

  /// The default as the user would write it, or null if there is none.
  public String defaultText() {
    return defaultText;
  }

  /// Whether the value must not be shown.
  public boolean isSecret() {
    return secret;
  }

  /// Whether it stands for all settings of any other name.
  public boolean isRest() {
    return rest;
  }

  /// Reads a value.
  ///
  /// @throws IllegalArgumentException if it is not legal; the message says what was expected
  public T parse(String text) {
    return parser.apply(text);
  }

  @Override
  public String toString() {
    return name;
  }

  private static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Long parseInteger(String text) {
    String digits = text.strip();
    return digits.startsWith("-")
        ? -Quantities.count(digits.substring(1))
        : Quantities.count(digits);
  }

  private static Boolean parseFlag(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("expected true or false");
    };
  }
}
