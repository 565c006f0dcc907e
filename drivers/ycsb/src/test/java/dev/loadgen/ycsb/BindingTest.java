package dev.loadgen.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.SettingsException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
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

  /// Compiles a class, as the author of a binding would.
  private Path compiled(String name, String source, Path... classPath) throws IOException {
    Path classes = Files.createTempDirectory(directory, "classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject unit =
        new SimpleJavaFileObject(
            URI.create("string:///" + name.replace('.', '/') + ".java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
    for (Path entry : classPath) {
      path.insert(0, entry + File.pathSeparator);
    }
    List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", path.toString());
    assertThat(compiler.getTask(null, null, null, options, null, List.of(unit)).call()).isTrue();
    return classes;
  }

  @Test
  void aLibraryThatIsMissingIsNamedWithTheArtifactThatHoldsIt() throws Exception {
    Path jedis =
        compiled("redis.clients.jedis.Jedis", "package redis.clients.jedis; public class Jedis {}");
    Path binding =
        compiled(
            "site.ycsb.db.Redis",
            """
            package site.ycsb.db;
            public class Redis extends site.ycsb.BasicDB {
              private final redis.clients.jedis.Jedis jedis = new redis.clients.jedis.Jedis();
            }
            """,
            jedis);
    assertThat(find("site.ycsb.db.Redis", binding + File.pathSeparator + jedis).make()).isNotNull();
    assertThatThrownBy(() -> find("site.ycsb.db.Redis", binding.toString()).make())
        .hasMessageContaining("misses the class redis.clients.jedis.Jedis")
        .hasMessageContaining("redis.clients:jedis");
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
    Files.createFile(directory.resolve("b.jar"));
    Files.createFile(directory.resolve("a.jar"));
    Files.createFile(directory.resolve("c.txt"));
    try (BindingLoader loader = BindingLoader.of(directory + "/*")) {
      assertThat(loader.getURLs())
          .extracting(url -> url.getPath().replaceAll(".*/", ""))
          .containsExactly("a.jar", "b.jar");
    }
  }
}
