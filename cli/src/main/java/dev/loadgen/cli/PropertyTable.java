package dev.loadgen.cli;

import dev.loadgen.driver.Property;
import java.io.PrintWriter;
import java.util.List;

/// Properties, as they are listed: name, meaning, type, default.
final class PropertyTable {
  private PropertyTable() {}

  /// @param prefix what users write before the names
  static void print(List<Property<?>> properties, String prefix, PrintWriter out) {
    if (properties.isEmpty()) {
      out.println("  none");
    }
    int width =
        Math.max(
            20, properties.stream().mapToInt(p -> (prefix + p.name()).length()).max().orElse(0));
    for (Property<?> property : properties) {
      String shown = property.isRest() ? "any other" : prefix + property.name();
      out.printf("  %-" + width + "s %s%n", shown, property.summary());
      String defaultText =
          property.defaultText() == null ? "no default" : "default " + property.defaultText();
      String type =
          property.condition().map(more -> property.type() + ": " + more).orElse(property.type());
      out.printf("  %-" + width + "s   %s; %s%n", "", type, defaultText);
    }
  }
}
