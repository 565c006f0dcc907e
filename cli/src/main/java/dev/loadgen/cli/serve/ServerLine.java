package dev.loadgen.cli.serve;

import dev.loadgen.driver.Property;
import dev.loadgen.driver.ServerProvider;
import dev.loadgen.driver.Settings;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The command line of one server: each of its properties is an option, `httpPort` is
/// `--http-port`.
final class ServerLine {
  private static final String FLAG = "true or false";

  private final ServerProvider provider;
  private final CommandLine line;

  /// @param parent `loadgen serve`, under which it appears in help and messages
  ServerLine(ServerProvider provider, CommandLine parent) {
    this.provider = provider;
    CommandSpec spec = CommandSpec.create();
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Show this help message and exit.")
            .build());
    spec.usageMessage()
        .description("Serve " + provider.summary() + ".")
        .sortOptions(false)
        .autoWidth(true)
        .footerHeading("%nExit codes%n")
        .footer("  0 stopped by a signal, with everything in order, 1 it failed, 2 bad usage");
    provider.properties().forEach(property -> spec.addOption(option(property)));
    line = new CommandLine(spec);
    parent.addSubcommand(provider.name(), line);
    line.setPosixClusteredShortOptionsAllowed(false);
    line.setOut(parent.getOut());
    line.setErr(parent.getErr());
  }

  private static OptionSpec option(Property<?> property) {
    boolean flag = property.type().equals(FLAG);
    String summary = property.summary();
    String text = Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".";
    String range = property.condition().map(condition -> " Values: " + condition + ".").orElse("");
    String usual =
        property.defaultText() == null || flag ? "" : " Default: " + property.defaultText() + ".";
    OptionSpec.Builder option =
        OptionSpec.builder(optionName(property))
            .type(String.class)
            .paramLabel(flag ? "true|false" : property.type().toUpperCase(Locale.ROOT))
            .description((text + range + usual).replace("%", "%%"));
    return (flag ? option.arity("0..1").fallbackValue("true") : option.arity("1")).build();
  }

  /// The option of a property.
  static String optionName(Property<?> property) {
    StringBuilder name = new StringBuilder("--");
    for (char letter : property.name().toCharArray()) {
      if (Character.isUpperCase(letter)) {
        name.append('-');
      }
      name.append(Character.toLowerCase(letter));
    }
    return name.toString();
  }

  /// A mistake that is found later, told as one of this line.
  CommandLine.ParameterException badUsage(Exception mistake) {
    return new CommandLine.ParameterException(line, mistake.getMessage(), mistake);
  }

  /// Reads the words.
  ///
  /// @return the settings; null if help was asked for, and printed
  /// @throws CommandLine.ParameterException if a word is unknown or a value not legal
  Settings settings(String... words) {
    ParseResult parsed = line.parseArgs(words);
    if (CommandLine.printHelpIfRequested(parsed)) {
      return null;
    }
    Map<String, String> given = new HashMap<>();
    for (Property<?> property : provider.properties()) {
      String option = optionName(property);
      String value = parsed.matchedOptionValue(option, (String) null);
      if (value != null) {
        check(property, option, value);
        given.put(provider.name() + "." + property.name(), value);
      }
    }
    return Settings.of(provider.name(), provider.properties(), given);
  }

  private void check(Property<?> property, String option, String value) {
    try {
      Object _ = property.parse(value);
    } catch (IllegalArgumentException e) {
      String shown = property.isSecret() ? "***" : value;
      throw new CommandLine.ParameterException(
          line, option + " " + shown + ": " + e.getMessage(), e);
    }
  }
}
