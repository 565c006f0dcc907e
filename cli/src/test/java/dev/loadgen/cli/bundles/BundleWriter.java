package dev.loadgen.cli.bundles;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Compiles sources into a jar, as the author of a driver would.
public final class BundleWriter {
  private static final String SERVICE = "META-INF/services/dev.loadgen.driver.DriverProvider";

  private final Path scratch;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private String provider;
  private String manifestClassPath;
  private String compileClassPath = System.getProperty("java.class.path");

  /// @param scratch a directory for what is compiled
  public BundleWriter(Path scratch) {
    this.scratch = scratch;
  }

  public BundleWriter source(String className, String text) {
    sources.put(className, text);
    return this;
  }

  /// Adds a driver of which all is given.
  public BundleWriter provider(String className, String text) {
    provider = className;
    return source(className, text);
  }

  /// Adds a driver whose summary is the value of an expression.
  public BundleWriter driver(String className, String name, String spiVersion, String summary) {
    provider = className;
    int dot = className.lastIndexOf('.');
    return source(
        className,
        """
        package %s;
        import dev.loadgen.driver.*;
        import java.util.List;
        public final class %s implements DriverProvider {
          public int spiVersion() { return %s; }
          public String name() { return "%s"; }
          public String summary() { return %s; }
          public List<Property<?>> properties() { return List.of(); }
          public List<OperationKind> operations(Settings settings) {
            return List.of(OperationKind.of("READ", "a read", 1));
          }
          public Driver create(Settings settings, DriverContext context) { return null; }
        }
        """
            .formatted(
                className.substring(0, dot),
                className.substring(dot + 1),
                spiVersion,
                name,
                summary));
  }

  public BundleWriter driver(String name) {
    return driver("bundle.Provider", name, "Spi.VERSION", "\"a driver\"");
  }

  /// Adds a driver that works: it has one kind of operation, READ.
  ///
  /// @param properties expressions of its properties, separated by commas
  /// @param create the body of its method `create(Settings settings, DriverContext context)`
  public BundleWriter workingDriver(String name, String properties, String create) {
    provider = "bundle.Working";
    return source(
        provider,
        """
        package bundle;
        import dev.loadgen.driver.*;
        import java.util.List;
        public final class Working implements DriverProvider {
          private static final OperationKind READ = OperationKind.of("READ", "a read", 1);
          private final List<Property<?>> properties = List.of(%s);
          public int spiVersion() { return Spi.VERSION; }
          public String name() { return "%s"; }
          public String summary() { return "a driver of a test"; }
          public List<Property<?>> properties() { return properties; }
          public List<OperationKind> operations(Settings settings) { return List.of(READ); }
          private String text(Settings settings, int index) {
            return String.valueOf(settings.find(properties.get(index)).orElse(null));
          }
          public Driver create(Settings settings, DriverContext context) throws Exception {
            %s
          }
        }
        """
            .formatted(properties, name, create));
  }

  public BundleWriter manifestClassPath(String value) {
    manifestClassPath = value;
    return this;
  }

  public BundleWriter compileAgainst(Path jar) {
    compileClassPath = jar + java.io.File.pathSeparator + compileClassPath;
    return this;
  }

  public Path write(Path jar) throws IOException {
    Path classes = Files.createTempDirectory(scratch, "classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> units =
        sources.entrySet().stream().map(e -> unit(e.getKey(), e.getValue())).toList();
    List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", compileClassPath);
    if (!units.isEmpty() && !compiler.getTask(null, null, null, options, null, units).call()) {
      throw new IllegalArgumentException("the bundle's sources do not compile");
    }
    if (provider != null) {
      Files.createDirectories(classes.resolve(SERVICE).getParent());
      Files.writeString(classes.resolve(SERVICE), provider);
    }
    return pack(classes, jar);
  }

  private Path pack(Path classes, Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (manifestClassPath != null) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, manifestClassPath);
    }
    Files.createDirectories(jar.getParent());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> files = Files.walk(classes).filter(Files::isRegularFile)) {
      files.forEach(path -> {
        try {
          out.putNextEntry(new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
          Files.copy(path, out);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
    return jar;
  }

  private static JavaFileObject unit(String className, String text) {
    URI uri =
        URI.create(
            "string:///" + className.replace('.', '/') + JavaFileObject.Kind.SOURCE.extension);
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }
}
