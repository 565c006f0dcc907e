package dev.loadgen.cli.bundles;

import dev.loadgen.cli.UsageException;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Names;
import dev.loadgen.driver.ServerProvider;
import dev.loadgen.driver.Spi;
import dev.loadgen.driver.testkit.DriverContract;
import dev.loadgen.engine.plan.IoReason;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The drivers and servers that there are: those that ship with loadgen, and the user's. A bundle
/// is a jar, with what its manifest's `Class-Path` names, or a directory of jars.
public final class Bundles {
  /// Names the user's bundles, separated as in a path: each a jar, a directory of jars, or a
  /// directory of such directories.
  public static final String VARIABLE = "LOADGEN_DRIVERS";

  private record Found(DriverProvider provider, Path bundle) {}

  private record FoundServer(ServerProvider provider, Path bundle) {}

  /// The property by which a driver says that it takes libraries.
  public static final String CLASS_PATH = "classpath";

  private static final String SERVICE = "META-INF/services/" + DriverProvider.class.getName();
  private static final String SERVERS = "META-INF/services/" + ServerProvider.class.getName();

  private final List<Path> libraries = new ArrayList<>();
  private final Map<String, Found> drivers = new TreeMap<>();
  private final Map<String, FoundServer> servers = new TreeMap<>();

  private Bundles() {}

  /// Finds all drivers.
  ///
  /// @param home the distribution; null if it is not known
  /// @param named bundles that the user named on the command line
  /// @throws UsageException if a bundle is none, or two drivers have one name
  public static Bundles find(Path home, List<Path> named) {
    return find(
        home,
        System.getenv(VARIABLE),
        Path.of(System.getProperty("user.home"), ".loadgen", "drivers"),
        named);
  }

  /// Finds all drivers.
  ///
  /// @param variable what [#VARIABLE] says; null if it is not set
  /// @param usual where the user's bundles are if the variable is not set
  static Bundles find(Path home, String variable, Path usual, List<Path> named) {
    Bundles bundles = new Bundles();
    if (home != null) {
      entries(home.resolve("drivers")).forEach(bundles::add);
    }
    if (variable == null) {
      entries(usual).forEach(bundles::add);
    } else {
      for (String part : variable.split(File.pathSeparator, -1)) {
        if (!part.isBlank()) {
          bundlesAt(Path.of(part)).forEach(bundles::add);
        }
      }
    }
    named.forEach(bundles::addNamed);
    return bundles;
  }

  /// The names of the drivers that come along.
  ///
  /// @param home the distribution; null if it is not known
  public static Set<String> shipped(Path home) {
    Bundles bundles = new Bundles();
    if (home != null) {
      entries(home.resolve("drivers")).forEach(bundles::add);
    }
    return Set.copyOf(bundles.drivers.keySet());
  }

  /// The drivers of one bundle alone.
  ///
  /// @throws UsageException if it is none
  public static Bundles of(Path bundle) {
    Bundles bundles = new Bundles();
    bundles.add(bundle);
    return bundles;
  }

  /// What the user names need not be a bundle: jars without a driver are for a driver that takes
  /// libraries.
  private void addNamed(Path path) {
    try (BundleLoader alone = new BundleLoader(path.toString(), jars(path))) {
      if (alone.findResource(SERVICE) == null && alone.findResource(SERVERS) == null) {
        libraries.add(path);
        return;
      }
    } catch (IOException e) {
      throw new UsageException("driver bundle " + path + ": " + IoReason.of(e), e);
    }
    add(path);
  }

  /// Refuses jars that hold no driver.
  ///
  /// @throws UsageException if there are some
  public void requireDrivers() {
    if (!libraries.isEmpty()) {
      throw noDriver(libraries.getFirst());
    }
  }

  /// Those of the user's jars that hold no driver, as a class path; for this driver.
  ///
  /// @throws UsageException if there are some, and the driver has no use for them
  public Optional<String> libraries(DriverProvider driver) {
    if (libraries.isEmpty()) {
      return Optional.empty();
    }
    if (driver.properties().stream().noneMatch(p -> p.name().equals(CLASS_PATH))) {
      requireDrivers();
    }
    return Optional.of(
        libraries.stream()
            .map(path -> path + (Files.isDirectory(path) ? File.separator + "*" : ""))
            .collect(Collectors.joining(File.pathSeparator)));
  }

  private static UsageException noDriver(Path bundle) {
    return new UsageException(
        "driver bundle " + bundle + ": no " + SERVICE + " in it names a driver");
  }

  private static List<Path> bundlesAt(Path path) {
    List<Path> entries = entries(path);
    boolean holdsBundles =
        !entries.isEmpty() && entries.stream().allMatch(entry -> Files.isDirectory(entry));
    return holdsBundles ? entries : List.of(path);
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
      throw new UsageException("cannot list " + directory + ": " + IoReason.of(e), e);
    }
  }

  private void add(Path bundle) {
    List<DriverProvider> providers = new ArrayList<>();
    List<ServerProvider> serving = new ArrayList<>();
    BundleLoader loader = new BundleLoader(bundle.toString(), jars(bundle));
    try {
      ServiceLoader.load(DriverProvider.class, loader).forEach(providers::add);
      ServiceLoader.load(ServerProvider.class, loader).forEach(serving::add);
      if (providers.isEmpty() && serving.isEmpty()) {
        throw loader.findResource(SERVICE) == null
            ? noDriver(bundle)
            : new UsageException(
                "driver bundle " + bundle + ": what " + SERVICE + " in it names is no driver");
      }
      for (DriverProvider provider : providers) {
        add(provider, bundle);
      }
      for (ServerProvider provider : serving) {
        add(provider, bundle);
      }
    } catch (UsageException | VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      // Such as a provider class that is missing, or compiled for a newer Java; or whatever a
      // driver throws that is only asked for its name.
      throw new UsageException(
          "driver bundle " + bundle + " cannot be loaded: " + LoadFailure.of(e), e);
    }
  }

  private void add(DriverProvider provider, Path bundle) {
    requireSound(bundle, provider.getClass(), provider.spiVersion(), provider.name());
    String name = provider.name();
    Found other = drivers.put(name, new Found(provider, bundle));
    if (other != null) {
      throw two("drivers", name, other.bundle(), bundle);
    }
  }

  private void add(ServerProvider provider, Path bundle) {
    requireSound(bundle, provider.getClass(), provider.spiVersion(), provider.name());
    String name = provider.name();
    FoundServer other = servers.put(name, new FoundServer(provider, bundle));
    if (other != null) {
      throw two("servers", name, other.bundle(), bundle);
    }
  }

  private static UsageException two(String what, String name, Path first, Path second) {
    return new UsageException(
        "two " + what + " are named " + name + ": one in " + first + ", one in " + second);
  }

  private static void requireSound(Path bundle, Class<?> provider, int version, String name) {
    if (version != Spi.VERSION) {
      throw new UsageException(
          "driver bundle "
              + bundle
              + ": "
              + provider.getName()
              + " was compiled for version "
              + version
              + " of the driver SPI, this loadgen has version "
              + Spi.VERSION
              + (version < Spi.VERSION
                  ? ": compile it against this distribution's loadgen-driver-api"
                  : ": use a newer loadgen"));
    }
    if (!Names.isDriverName(name)) {
      throw new UsageException(
          "driver bundle "
              + bundle
              + ": "
              + provider.getName()
              + " is named "
              + name
              + ": expected lower-case letters, digits and hyphens, a letter first");
    }
  }

  private static URL[] jars(Path bundle) {
    if (!Files.exists(bundle)) {
      throw new UsageException(
          "driver bundle "
              + bundle
              + ": there is no such file or directory; expected a jar, or a directory of jars");
    }
    if (!Files.isDirectory(bundle) && !Files.isRegularFile(bundle)) {
      throw new UsageException(
          "driver bundle " + bundle + ": is neither a jar nor a directory of jars");
    }
    List<Path> jars = Files.isDirectory(bundle) ? entries(bundle) : List.of(bundle);
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      if (Files.isDirectory(jar)) {
        continue;
      }
      try (JarFile opened = new JarFile(jar.toFile())) {
        opened.getManifest(); // reads it, as a check
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

  /// All drivers, by name, whatever they say of themselves.
  public List<DriverProvider> unchecked() {
    return drivers.values().stream().map(Found::provider).toList();
  }

  /// All drivers, by name.
  ///
  /// @throws UsageException if one describes itself wrongly
  public List<DriverProvider> all() {
    return drivers.values().stream().map(Bundles::sound).toList();
  }

  /// The driver of that name.
  ///
  /// @throws UsageException if there is none, or it describes itself wrongly
  public DriverProvider named(String name) {
    Found found = drivers.get(name);
    if (found == null) {
      String hint =
          Names.nearest(name, drivers.keySet())
              .map(near -> "did you mean " + near + "?")
              .orElse("`loadgen drivers` lists those that there are");
      throw new UsageException("there is no driver " + name + "; " + hint);
    }
    return sound(found);
  }

  /// All servers, by name.
  public List<ServerProvider> servers() {
    return servers.values().stream().map(FoundServer::provider).toList();
  }

  /// The server of that name.
  ///
  /// @throws UsageException if there is none
  public ServerProvider server(String name) {
    FoundServer found = servers.get(name);
    if (found == null) {
      String hint =
          Names.nearest(name, servers.keySet())
              .map(near -> "did you mean " + near + "?")
              .orElse("`loadgen serve` lists those that there are");
      throw new UsageException("there is no server " + name + "; " + hint);
    }
    return found.provider();
  }

  /// What a driver says of itself is used everywhere: better to look at it once.
  private static DriverProvider sound(Found found) {
    List<String> violations = DriverContract.of(found.provider()).descriptionViolations();
    if (!violations.isEmpty()) {
      throw new UsageException(
          "driver bundle "
              + found.bundle()
              + ": the driver's description is broken: "
              + String.join("; ", violations));
    }
    return found.provider();
  }
}
