package dev.loadgen.cli.bundles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Spi;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundlesTest {
  private static final String OTHER_HISTOGRAM =
      """
      package org.HdrHistogram;
      public class Histogram {
        public static String version() { return "the bundle's own"; }
      }
      """;

  @TempDir Path directory;

  private BundleWriter bundle() {
    return new BundleWriter(directory);
  }

  private Bundles named(Path... bundles) {
    return Bundles.find(null, "", directory, List.of(bundles));
  }

  private void refused(Path bundle, String... parts) {
    assertThatThrownBy(() -> named(bundle))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(parts)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aBundleSeesItsOwnVersionOfALibraryThatWeUse() throws Exception {
    Path jar =
        bundle()
            .source("org.HdrHistogram.Histogram", OTHER_HISTOGRAM)
            .driver("b.Own", "own", "Spi.VERSION", "org.HdrHistogram.Histogram.version()")
            .write(directory.resolve("own.jar"));

    DriverProvider driver = named(jar).named("own");

    assertThat(driver.summary()).isEqualTo("the bundle's own");
    Class<?> theirs = driver.getClass().getClassLoader().loadClass("org.HdrHistogram.Histogram");
    assertThat(theirs).isNotEqualTo(org.HdrHistogram.Histogram.class);
  }

  @Test
  void aBundleSeesTheSpiAndSlf4jAndNothingElseOfUs() throws Exception {
    Path jar = bundle().driver("plain").write(directory.resolve("plain.jar"));
    ClassLoader loader = named(jar).named("plain").getClass().getClassLoader();

    assertThat(loader.loadClass("dev.loadgen.driver.Session"))
        .isEqualTo(dev.loadgen.driver.Session.class);
    assertThat(loader.loadClass("org.slf4j.Logger")).isEqualTo(org.slf4j.Logger.class);
    assertThat(loader.loadClass("java.sql.Connection").getName()).isEqualTo("java.sql.Connection");
    for (String hidden :
        List.of(
            "org.HdrHistogram.Histogram",
            "picocli.CommandLine",
            "ch.qos.logback.classic.Logger",
            "dev.loadgen.cli.Main",
            "dev.loadgen.engine.LoadGenerator")) {
      assertThatThrownBy(() -> loader.loadClass(hidden)).isInstanceOf(ClassNotFoundException.class);
    }
    assertThat(loader.getResource("picocli/CommandLine.class")).isNull();
  }

  @Test
  void twoBundlesDoNotSeeOneAnother() throws Exception {
    Path first =
        bundle()
            .source("lib.Shared", "package lib; public class Shared { public static int N = 1; }")
            .driver("b.P", "first", "Spi.VERSION", "\"\" + lib.Shared.N")
            .write(directory.resolve("first.jar"));
    Path second =
        bundle()
            .source("lib.Shared", "package lib; public class Shared { public static int N = 2; }")
            .driver("b.P", "second", "Spi.VERSION", "\"\" + lib.Shared.N")
            .write(directory.resolve("second.jar"));

    Bundles bundles = named(first, second);

    assertThat(bundles.named("first").summary()).isEqualTo("1");
    assertThat(bundles.named("second").summary()).isEqualTo("2");
  }

  @Test
  void theManifestsClassPathIsHonoured() throws Exception {
    Path library =
        bundle()
            .source(
                "lib.Word", "package lib; public class Word { public static String W = \"w\"; }")
            .write(directory.resolve("libs/word.jar"));
    Path jar =
        bundle()
            .compileAgainst(library)
            .manifestClassPath("libs/word.jar")
            .driver("b.P", "withlib", "Spi.VERSION", "lib.Word.W")
            .write(directory.resolve("withlib.jar"));

    assertThat(named(jar).named("withlib").summary()).isEqualTo("w");
  }

  @Test
  void aDirectoryOfJarsIsOneBundle() throws Exception {
    Path library =
        bundle()
            .source(
                "lib.Word", "package lib; public class Word { public static String W = \"w\"; }")
            .write(directory.resolve("many/word.jar"));
    bundle()
        .compileAgainst(library)
        .driver("b.P", "many", "Spi.VERSION", "lib.Word.W")
        .write(directory.resolve("many/driver.jar"));

    assertThat(named(directory.resolve("many")).named("many").summary()).isEqualTo("w");
  }

  @Test
  void driversComeFromTheDistributionTheVariableAndTheUsualPlace() throws Exception {
    Path home = directory.resolve("home");
    Path usual = directory.resolve("usual");
    bundle().driver("built-in").write(home.resolve("drivers/built-in/d.jar"));
    bundle().driver("usual").write(usual.resolve("d.jar"));
    Path jar = bundle().driver("variable").write(directory.resolve("v.jar"));
    Path several = directory.resolve("several");
    bundle().driver("one").write(several.resolve("one/d.jar"));
    bundle().driver("two").write(several.resolve("two/d.jar"));

    assertThat(names(Bundles.find(home, null, usual, List.of())))
        .containsExactly("built-in", "usual");
    assertThat(names(Bundles.find(home, jar + File.pathSeparator + several, usual, List.of())))
        .containsExactly("built-in", "one", "two", "variable");
  }

  private static List<String> names(Bundles bundles) {
    return bundles.all().stream().map(DriverProvider::name).toList();
  }

  @Test
  void aMissingBundleIsNamed() {
    Path missing = directory.resolve("missing.jar");
    refused(missing, missing.toString(), "no such file");
    assertThatThrownBy(() -> Bundles.find(null, missing.toString(), directory, List.of()))
        .hasMessageContaining(missing.toString());
  }

  @Test
  void whatIsNoJarIsNamed() throws Exception {
    Path text = Files.writeString(directory.resolve("text.jar"), "not a jar");
    refused(text, text.toString(), "is not a jar");
    Path empty = Files.createDirectory(directory.resolve("empty"));
    refused(empty, empty.toString(), "holds no jar");
  }

  @Test
  void aBundleWithoutProviderIsNamed() throws Exception {
    Path jar =
        bundle()
            .source("lib.X", "package lib; public class X {}")
            .write(directory.resolve("none.jar"));
    assertThatThrownBy(() -> Bundles.find(null, "", directory, List.of(jar)).requireDrivers())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(jar.toString())
        .hasMessageContaining("names a driver");
    assertThatThrownBy(() -> Bundles.of(jar)).hasMessageContaining("names a driver");
  }

  @Test
  void aProviderThatCannotBeLoadedIsNamed() throws Exception {
    Path library =
        bundle()
            .source("lib.Base", "package lib; public class Base {}")
            .write(directory.resolve("absent/base.jar"));
    Path jar =
        bundle()
            .compileAgainst(library)
            .driver("b.P", "broken", "new lib.Base().hashCode()", "\"x\"")
            .write(directory.resolve("broken.jar"));
    refused(jar, jar.toString(), "lib.Base");
  }

  private static String provider(String modifiers, String constructor, String name) {
    return """
    package b;
    import dev.loadgen.driver.*;
    import java.util.List;
    %s class P implements DriverProvider {
      %s
      public int spiVersion() { return Spi.VERSION; }
      public String name() { %s }
      public String summary() { return "s"; }
      public List<Property<?>> properties() { return List.of(); }
      public List<OperationKind> operations(Settings settings) { return List.of(); }
      public Driver create(Settings settings, DriverContext context) { return null; }
    }
    """
        .formatted(modifiers, constructor, name);
  }

  @Test
  void aProviderThatThrowsWhenItIsAskedForItsNameIsNamedWithItsBundle() throws Exception {
    String error = "throw new AssertionError(\"not today\\nnor ever\");";
    for (String source :
        List.of(
            provider("public", "", error),
            provider("public", "public P() { " + error + " }", "return \"p\";"))) {
      Path jar = bundle().provider("b.P", source).write(directory.resolve("t.jar"));
      assertThatThrownBy(() -> named(jar))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll(jar.toString(), "AssertionError: not today");
    }
  }

  @Test
  void aProviderThatCannotBeMadeIsToldWhatItMustBe() throws Exception {
    for (String source :
        List.of(
            provider("public abstract", "", "return \"p\";"),
            provider("public", "private P() {}", "return \"p\";"),
            provider("", "", "return \"p\";"))) {
      Path jar = bundle().provider("b.P", source).write(directory.resolve("m.jar"));
      refused(jar, jar.toString(), "b.P must be a public class that is not abstract");
    }
    Path text =
        bundle()
            .provider("java.lang.String", "package b; class X {}")
            .write(directory.resolve("string.jar"));
    refused(text, text.toString(), "names is no driver");
  }

  @Test
  void twoDriversWithOneNameAreBothNamed() throws Exception {
    Path first = bundle().driver("same").write(directory.resolve("1.jar"));
    Path second = bundle().driver("same").write(directory.resolve("2.jar"));
    assertThatThrownBy(() -> named(first, second))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("same", first.toString(), second.toString());
  }

  @Test
  void anotherSpiVersionIsToldWithWhatToDo() throws Exception {
    Path old = bundle().driver("b.P", "old", "0", "\"x\"").write(directory.resolve("old.jar"));
    refused(old, old.toString(), "version 0", "version " + Spi.VERSION, "compile it against");
    Path newer = bundle().driver("b.P", "newer", "99", "\"x\"").write(directory.resolve("n.jar"));
    refused(newer, newer.toString(), "version 99", "use a newer loadgen");
  }

  @Test
  void aNameThatCannotBeAPrefixIsRefused() throws Exception {
    Path jar = bundle().driver("My Driver").write(directory.resolve("name.jar"));
    refused(jar, jar.toString(), "My Driver", "lower-case");
  }

  @Test
  void anUnknownDriverIsAnsweredWithTheNearest() throws Exception {
    Bundles bundles = named(bundle().driver("mapdb").write(directory.resolve("m.jar")));
    assertThatThrownBy(() -> bundles.named("madpb")).hasMessageContaining("did you mean mapdb?");
    assertThatThrownBy(() -> bundles.named("zzz")).hasMessageContaining("loadgen drivers");
  }
}
