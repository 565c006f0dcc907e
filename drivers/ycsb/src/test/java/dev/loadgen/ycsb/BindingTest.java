package dev.loadgen.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.SettingsException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.BasicDB;

/// Finding a binding's class and making it, as users get it wrong.
class BindingTest {
  @TempDir Path directory;

  /// Bindings that cannot be used.
  public abstract static class Abstract extends BasicDB {}

  /// Likewise.
  public static class NotPublic extends BasicDB {
    NotPublic() {}
  }

  /// Likewise.
  public static class Demanding extends BasicDB {
    /// Needs what nobody gives.
    public Demanding(String what) {}
  }

  /// Likewise.
  public static class Failing extends BasicDB {
    /// Throws.
    public Failing() throws IOException {
      throw new IOException("no license");
    }
  }

  private static Binding find(String className, String classPath) {
    return Binding.find(className, BindingLoader.of(classPath));
  }

  @ParameterizedTest
  @CsvSource({
    "site.ycsb.db.NoSuch, there is no such class: ycsb.classpath must hold",
    "com.yahoo.ycsb.db.RedisClient, its successor is site.ycsb.db.RedisClient",
    "java.lang.String, is no site.ycsb.DB",
    "dev.loadgen.ycsb.BindingTest$Abstract, is abstract",
    "dev.loadgen.ycsb.BindingTest$NotPublic, must be public",
    "dev.loadgen.ycsb.BindingTest$Demanding, has no constructor without parameters",
  })
  void whatCannotBeUsedIsNamed(String className, String message) {
    assertThatThrownBy(() -> find(className, ""))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("ycsb.db=" + className + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void whatAConstructorThrowsIsPassedOn() {
    assertThatThrownBy(() -> find(Failing.class.getName(), "").make())
        .isInstanceOf(IOException.class)
        .hasMessage("no license");
  }

  private Path compiled(String name, String source, Path... classPath) throws IOException {
    return BindingCompiler.compile(directory, name, source, List.of(classPath));
  }

  @Test
  void aLibraryThatIsMissingIsNamedWithTheArtifactThatHoldsIt() throws Exception {
    Path client =
        compiled("net.spy.memcached.Client", "package net.spy.memcached; public class Client {}");
    Path binding =
        compiled(
            "site.ycsb.db.Memcached",
            """
            package site.ycsb.db;
            public class Memcached extends site.ycsb.BasicDB {
              private final net.spy.memcached.Client client = new net.spy.memcached.Client();
            }
            """,
            client);
    assertThat(find("site.ycsb.db.Memcached", binding + File.pathSeparator + client).make())
        .isNotNull();
    assertThatThrownBy(() -> find("site.ycsb.db.Memcached", binding.toString()).make())
        .hasMessageContaining("misses the class net.spy.memcached.Client")
        .hasMessageContaining("net.spy:spymemcached");
  }

  @Test
  void aBindingHasItsOwnVersionOfALibraryThatIsHere() throws Exception {
    Path own =
        compiled(
            "org.assertj.core.api.Assertions",
            """
            package org.assertj.core.api;
            public class Assertions {
              public static String version() { return "another"; }
            }
            """);
    Path binding =
        compiled(
            "site.ycsb.db.Asserting",
            """
            package site.ycsb.db;
            public class Asserting extends site.ycsb.BasicDB {
              @Override
              public String toString() { return org.assertj.core.api.Assertions.version(); }
            }
            """,
            own);
    assertThat(find("site.ycsb.db.Asserting", binding + File.pathSeparator + own).make())
        .hasToString("another");
  }

  @ParameterizedTest
  @CsvSource({"/no/such.jar, there is no /no/such.jar", "/no/such/*, there is no /no/such"})
  void aClassPathThatIsNotThereIsNamed(String classPath, String message) {
    assertThatThrownBy(() -> BindingLoader.of(classPath))
        .isInstanceOf(SettingsException.class)
        .hasMessage("ycsb.classpath: " + message);
  }

  @Test
  void allJarsOfADirectoryAreTakenAndNoneIsAMistake() throws Exception {
    assertThatThrownBy(() -> BindingLoader.of(directory + "/*"))
        .hasMessage("ycsb.classpath: there is no jar in " + directory);
    for (String name : List.of("b.jar", "a.jar")) {
      OutputStream file = Files.newOutputStream(directory.resolve(name));
      new JarOutputStream(file, new Manifest()).close();
    }
    Files.createFile(directory.resolve("c.txt"));
    try (BindingLoader loader = BindingLoader.of(directory + "/*")) {
      assertThat(loader.getURLs())
          .extracting(url -> url.getPath().replaceAll(".*/", ""))
          .containsExactly("a.jar", "b.jar");
    }
    Files.createFile(directory.resolve("d.jar"));
    assertThatThrownBy(() -> BindingLoader.of(directory + "/*"))
        .hasMessageContaining("ycsb.classpath: " + directory.resolve("d.jar") + " is not a jar");
  }
}
