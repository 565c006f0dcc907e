package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import dev.loadgen.cli.bundles.BundleWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// `loadgen drivers new` and `check`, and YCSB's bindings, as users come to them.
class DriversIT {
  @TempDir Path directory;

  @Test
  void aNewDriverBuildsPassesItsTestsAndRuns() throws Exception {
    Ended written = LoadgenProcess.start(directory, "drivers", "new", "my-store").endWell();
    assertThat(written.out())
        .contains(
            "my-store/src/main/java/mystore/MyStoreDriver.java",
            "loadgen drivers check target/my-store-1.jar");
    Path project = directory.resolve("my-store");
    try (Stream<Path> files = Files.walk(project)) {
      assertThat(files.filter(Files::isRegularFile))
          .allSatisfy(file ->
              assertThat(file).content().doesNotContain("mapdb", "MapDriver", "package example"));
    }

    UserMaven.run(project, Files.createDirectory(directory.resolve("maven")), "-q", "package");
    String jar = "my-store/target/my-store-1.jar";
    assertThat(LoadgenProcess.start(directory, "drivers", "check", jar).endWell().out())
        .contains("my-store: a map in memory", "The contract is kept.");
    LoadgenProcess.start(
            directory, "run", "--driver", "my-store", "--driver-jar", jar, "-n", "9", "-o", "out")
        .endWell();
  }

  @ParameterizedTest
  @CsvSource({
    "My, expected lower-case letters",
    "1st, expected lower-case letters",
    "new, this name is taken",
    "check, this name is taken",
    "noop, there is a driver of this name already",
    "class, this is a keyword of Java",
    "java, Java keeps this name",
    "ja-va, Java keeps this name",
    "there, the directory there is not empty",
  })
  void aNameThatCannotBeIsRefused(String name, String message) throws Exception {
    Files.createDirectories(directory.resolve("there/already"));
    Ended ended = LoadgenProcess.start(directory, "drivers", "new", name).end();
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).startsWith("loadgen: drivers new").contains(message);
    assertThat(directory.toFile().list()).containsExactly("there");
  }

  @Test
  void aBrokenDriverIsToldHowItIsBroken() throws Exception {
    Path jar =
        new BundleWriter(directory)
            .workingDriver("bad", "", "Session one = operation -> null; return index -> one;")
            .write(directory.resolve("bad.jar"));
    Ended ended = LoadgenProcess.start(directory, "drivers", "check", jar.toString()).end();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out())
        .contains(
            "  kept         the driver names itself",
            "  BROKEN  ",
            "open() returned one session for two indexes")
        .containsPattern("The contract is broken in [2-9] points");
  }

  private Ended check(Path jar, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("drivers", "check", jar.toString()));
    arguments.addAll(List.of(options));
    return LoadgenProcess.start(directory, arguments.toArray(String[]::new)).end();
  }

  @ParameterizedTest
  @CsvSource({
    "System.exit(0); return null;",
    "return index -> { System.exit(0); return null; };",
    "return index -> operation -> { if (index > 2) System.exit(0); return Outcome.OK; };",
  })
  void aDriverThatExitsTheProcessBreaksTheContract(String create) throws Exception {
    Path jar =
        new BundleWriter(directory)
            .workingDriver("bad", "", create)
            .write(directory.resolve("bad.jar"));
    Ended ended = check(jar);
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out())
        .contains("BROKEN", "the driver called System.exit", "The contract is broken");
  }

  @Test
  void whatTheUserMisspellsIsNoFaultOfTheDrivers() throws Exception {
    Path jar =
        new BundleWriter(directory)
            .workingDriver(
                "good",
                "Property.text(\"host\", \"h\", \"where\")",
                "return index -> operation -> index < 0 ? null : Outcome.OK;")
            .write(directory.resolve("good.jar"));
    Ended misspelt = check(jar, "-p", "good.hots=x");
    assertThat(misspelt.exitCode()).isEqualTo(Main.USAGE);
    assertThat(misspelt.err()).contains("did you mean good.host?");
    for (String limit : List.of("0", "abc")) {
      Ended ended = check(jar, "--limit", limit);
      assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
      assertThat(ended.err()).contains("loadgen: --limit " + limit + ": expected");
      assertThat(ended.out()).isEmpty();
    }
    assertThat(check(jar).out()).contains("  not checked", "The contract is kept.");
  }

  @Test
  void aNameThatIsTakenIsABreach() throws Exception {
    Path jar =
        new BundleWriter(directory)
            .workingDriver(
                "noop", "", "return index -> operation -> index < 0 ? null : Outcome.OK;")
            .write(directory.resolve("n.jar"));
    Ended ended = check(jar);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).contains("a driver that comes along is named noop");
  }

  @Test
  void aDamagedLibraryOfABindingIsNamed() throws Exception {
    Path damaged = Files.writeString(directory.resolve("damaged.jar"), "PK");
    Ended ended = ycsb("-p", "ycsb.classpath=" + damaged, "-n", "1");
    assertThat(ended.exitCode()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).contains("ycsb.classpath: " + damaged + " is not a jar");
  }

  private static final String BINDING =
      """
      package site.ycsb.db;
      import java.util.*;
      import site.ycsb.*;
      public class Mine extends DB {
        private static final Map<String, String> ROWS =
            new java.util.concurrent.ConcurrentHashMap<>();
        @Override public void init() {
          System.out.println("connected to " + getProperties().getProperty("mine.host"));
        }
        @Override public Status read(
            String t, String k, Set<String> f, Map<String, ByteIterator> r) {
          return ROWS.containsKey(k) ? Status.OK : Status.NOT_FOUND;
        }
        @Override public Status scan(
            String t, String k, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> r) {
          return Status.NOT_IMPLEMENTED;
        }
        @Override public Status update(String t, String k, Map<String, ByteIterator> v) {
          ROWS.put(k, "");
          return Status.OK;
        }
        @Override public Status insert(String t, String k, Map<String, ByteIterator> v) {
          return update(t, k, v);
        }
        @Override public Status delete(String t, String k) { return Status.OK; }
      }
      """;

  /// Compiles a binding against YCSB's core alone, as its author would.
  private Path binding() throws IOException {
    Path source = Files.writeString(directory.resolve("Mine.java"), BINDING);
    Path core;
    try (Stream<Path> jars = Files.list(LoadgenProcess.HOME.resolve("drivers/ycsb"))) {
      core = jars.filter(jar -> jar.toString().contains("core-")).findFirst().orElseThrow();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectory(directory.resolve("classes"));
    List<String> options =
        List.of("-proc:none", "-d", classes.toString(), "-cp", core.toString(), source.toString());
    assertThat(compiler.run(null, null, null, options.toArray(String[]::new))).isZero();
    Path jar = directory.resolve("mine-binding.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new JarEntry("site/ycsb/db/Mine.class"));
      entries.write(Files.readAllBytes(classes.resolve("site/ycsb/db/Mine.class")));
    }
    return jar;
  }

  private Ended ycsb(String... options) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", "--driver", "ycsb", "-p", "ycsb.db=site.ycsb.db.Mine", "-o", "out"));
    arguments.addAll(List.of(options));
    return LoadgenProcess.start(directory, arguments.toArray(String[]::new)).end();
  }

  @ParameterizedTest
  @CsvSource({"-p, ycsb.classpath=", "--driver-jar, ''"})
  void aBindingRunsUnchanged(String option, String prefix) throws Exception {
    Ended ended =
        ycsb(
            option,
            prefix + binding(),
            "-P",
            "workloada",
            "-p",
            "mine.host=db7",
            "-p",
            "mine.password=hush",
            "--target",
            "2k",
            "--json");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).contains("ycsb binding: connected to db7");
    assertThat(ended.out()).startsWith("{").doesNotContain("connected", "hush");
    JsonNode summary = Results.summary(directory.resolve("out"));
    assertThat(summary.at("/ledger/succeeded").asLong()).isEqualTo(1000);
    assertThat(summary.at("/operations/0/name").asString()).isEqualTo("READ");
    assertThat(summary.at("/operations/0/outcomes/NOT_FOUND").asLong()).isPositive();
    assertThat(summary.at("/plan/properties/mine.password").asString()).isEqualTo("***");
  }

  @Test
  void whatIsMissingIsSaid() throws Exception {
    assertThat(ycsb().err())
        .contains(
            "loadgen: ", "ycsb.db=site.ycsb.db.Mine: there is no such class", "ycsb.classpath");
    assertThat(ycsb("-p", "ycsb.claspath=x").err()).contains("did you mean ycsb.classpath?");
    Ended none = LoadgenProcess.start(directory, "run", "--driver", "ycsb").end();
    assertThat(none.err()).contains("driver ycsb needs -p ycsb.db=");
    Ended useless =
        LoadgenProcess.start(directory, "run", "--driver-jar", binding().toString()).end();
    assertThat(useless.err()).contains("mine-binding.jar: no META-INF/services/", "names a driver");
  }
}
