package dev.loadgen.cli.bundles;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.Spi;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/// The drivers that there are: those that ship with loadgen, and the user's. A bundle is a jar,
/// with what its manifest's `Class-Path` names, or a directory of jars.
public final class Bundles {
  /// Names the directories with the user's bundles, separated as in a path.
  public static final String VARIABLE = "LOADGEN_DRIVERS";

  private record Found(DriverProvider provider, Path bundle) {}

  private final Map<String, Found> drivers = new TreeMap<>();

  private Bundles() {}

  /// Finds all drivers.
  ///
  /// @param home the distribution; null if it is not known
  /// @param named bundles that the user named on the command line
  /// @throws UsageException if a named bundle is none, or two drivers have one name
  public static Bundles find(Path home, List<Path> named) {
    Bundles bundles = new Bundles();
    if (home != null) {
      entries(home.resolve("drivers")).forEach(bundles::add);
    }
    String variable = System.getenv(VARIABLE);
    if (variable == null) {
      entries(Path.of(System.getProperty("user.home"), ".loadgen", "drivers"))
          .forEach(bundles::add);
    } else {
      for (String part : variable.split(java.io.File.pathSeparator, -1)) {
        if (!part.isBlank()) {
          entries(Path.of(part)).forEach(bundles::add);
        }
      }
    }
    named.forEach(bundles::add);
    return bundles;
  }

  private static List<Path> entries(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> Files.isDirectory(entry) || entry.toString().endsWith(".jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UsageException("cannot list " + directory + ": " + e.getMessage(), e);
    }
  }

  private void add(Path bundle) {
    List<DriverProvider> providers = new ArrayList<>();
    BundleLoader loader = new BundleLoader(bundle.getFileName().toString(), jars(bundle));
    try {
      ServiceLoader.load(DriverProvider.class, loader).forEach(providers::add);
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new UsageException("driver bundle " + bundle + ": " + e.getMessage(), e);
    }
    if (providers.isEmpty()) {
      throw new UsageException(
          "driver bundle "
              + bundle
              + ": no META-INF/services/"
              + DriverProvider.class.getName()
              + " in it names a driver");
    }
    for (DriverProvider provider : providers) {
      if (provider.spiVersion() != Spi.VERSION) {
        throw new UsageException(
            "driver bundle "
                + bundle
                + ": driver "
                + provider.name()
                + " was compiled for version "
                + provider.spiVersion()
                + " of the driver SPI, this is version "
                + Spi.VERSION
                + ": compile it against loadgen-driver-api of this distribution");
      }
      Found other = drivers.put(provider.name(), new Found(provider, bundle));
      if (other != null) {
        throw new UsageException(
            "two drivers are named "
                + provider.name()
                + ": one in "
                + other.bundle()
                + ", one in "
                + bundle);
      }
    }
  }

  private static URL[] jars(Path bundle) {
    if (!Files.exists(bundle)) {
      throw new UsageException("driver bundle " + bundle + ": there is no such file or directory");
    }
    List<Path> jars = Files.isDirectory(bundle) ? entries(bundle) : List.of(bundle);
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      if (Files.isDirectory(jar)) {
        continue;
      }
      try (JarFile file = new JarFile(jar.toFile())) {
        urls.add(jar.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new UsageException("driver bundle " + jar + ": " + e.getMessage(), e);
      } catch (IOException e) {
        throw new UsageException(
            "driver bundle " + jar + ": is not a jar (" + e.getMessage() + ")", e);
      }
    }
    if (urls.isEmpty()) {
      throw new UsageException("driver bundle " + bundle + ": holds no jar");
    }
    return urls.toArray(URL[]::new);
  }

  /// All drivers, by name.
  public List<DriverProvider> all() {
    return drivers.values().stream().map(Found::provider).toList();
  }

  /// The driver of that name.
  ///
  /// @throws UsageException if there is none
  public DriverProvider named(String name) {
    Found found = drivers.get(name);
    if (found == null) {
      String hint =
          Names.nearest(name, drivers.keySet())
              .map(near -> "did you mean " + near + "?")
              .orElse("`loadgen drivers` lists those that there are");
      throw new UsageException("there is no driver " + name + "; " + hint);
    }
    return found.provider();
  }
}
