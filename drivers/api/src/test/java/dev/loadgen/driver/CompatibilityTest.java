package dev.loadgen.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What drivers are compiled against must not change under them. `spi.txt` has every exported
/// element as it was when drivers could first be written; there is no released artifact yet that a
/// tool could compare with. What is added to the SPI is added to the file; what is removed, or
/// added where a driver would have to implement it, needs another [Spi#VERSION].
class CompatibilityTest {
  private static final Path CLASSES = Path.of("target/classes/dev/loadgen/driver");

  private static Set<String> exported() throws Exception {
    Set<String> elements = new TreeSet<>();
    try (Stream<Path> files = Files.list(CLASSES)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        if (!name.equals("package-info")) {
          add(elements, Class.forName("dev.loadgen.driver." + name));
        }
      }
    }
    return elements;
  }

  private static void add(Set<String> elements, Class<?> type) {
    if (!isExported(type.getModifiers())) {
      return;
    }
    String kind = type.isInterface() ? "interface " : type.isEnum() ? "enum " : "class ";
    elements.add(kind + type.getName());
    for (Field field : type.getDeclaredFields()) {
      if (isExported(field)) {
        elements.add(type.getName() + "." + field.getName() + ": " + field.getGenericType());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isExported(constructor)) {
        elements.add(type.getName() + ".new" + parameters(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isExported(method) && !method.isBridge()) {
        boolean toImplement = Modifier.isAbstract(method.getModifiers());
        elements.add(
            type.getName()
                + "."
                + method.getName()
                + parameters(method)
                + ": "
                + method.getGenericReturnType()
                + (toImplement ? " (to implement)" : ""));
      }
    }
  }

  private static String parameters(Executable executable) {
    return Stream.of(executable.getGenericParameterTypes())
        .map(Object::toString)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static <T extends AccessibleObject & Member> boolean isExported(T member) {
    return isExported(member.getModifiers()) && !member.isSynthetic();
  }

  private static boolean isExported(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  @Test
  void theSpiIsWhatDriversWereCompiledAgainst() throws Exception {
    Path file = Path.of("src/test/resources/spi.txt");
    assertThat(String.join("\n", exported()) + "\n").isEqualTo(Files.readString(file));
  }

  @Test
  void anOldJarTellsItsAge() {
    // Inlined by javac into drivers: the number must be a constant.
    assertThat(Spi.VERSION).isEqualTo(1);
  }
}
