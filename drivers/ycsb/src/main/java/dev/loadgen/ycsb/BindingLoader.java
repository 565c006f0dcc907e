package dev.loadgen.ycsb;

import dev.loadgen.driver.SettingsException;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/// Loads a binding and its libraries, in whatever versions it brings: of what it shares with us
/// there is only what bindings extend, YCSB's core, and SLF4J. So its own come first, but for
/// those.
final class BindingLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String CORE = "site.ycsb.";

  private BindingLoader(List<URL> urls, ClassLoader parent) {
    super("ycsb-binding", urls.toArray(URL[]::new), parent);
  }

  /// A loader for a class path.
  ///
  /// @param classPath jars, directories of classes, `DIR/*`; empty for none
  /// @throws SettingsException if a part of it is not there
  static BindingLoader of(String classPath) {
    List<URL> urls = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator, -1)) {
      if (!part.isBlank()) {
        for (Path path : paths(part.strip())) {
          urls.add(url(path));
        }
      }
    }
    return new BindingLoader(urls, BindingLoader.class.getClassLoader());
  }

  /// A jar that is damaged would be passed over in silence.
  private static List<Path> intact(List<Path> paths) {
    for (Path path : paths) {
      if (Files.isRegularFile(path)) {
        try (JarFile jar = new JarFile(path.toFile())) {
          jar.getManifest(); // reads it, as a check
        } catch (IOException e) {
          throw new SettingsException(
              "ycsb.classpath: " + path + " is not a jar (" + e.getMessage() + ")", e);
        }
      }
    }
    return paths;
  }

  private static List<Path> paths(String part) {
    try {
      boolean all = part.equals("*") || part.endsWith(File.separator + "*");
      Path path = Path.of(all ? "." + File.separator + part.substring(0, part.length() - 1) : part);
      if (all && part.length() > 1) {
        path = Path.of(part.substring(0, part.length() - 2));
      }
      if (!Files.exists(path)) {
        throw new SettingsException("ycsb.classpath: there is no " + path);
      }
      if (!all) {
        return intact(List.of(path));
      }
      try (Stream<Path> files = Files.list(path)) {
        List<Path> jars = files.filter(f -> f.toString().endsWith(".jar")).sorted().toList();
        if (jars.isEmpty()) {
          throw new SettingsException("ycsb.classpath: there is no jar in " + path);
        }
        return intact(jars);
      }
    } catch (IOException | InvalidPathException e) {
      throw new SettingsException(
          "ycsb.classpath: " + part + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new SettingsException("ycsb.classpath: " + path + ": " + e.getMessage(), e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = isShared(name) ? parentFirst(name) : ownFirst(name);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private static boolean isShared(String name) {
    return name.startsWith(CORE) || name.startsWith("java.") || name.startsWith("org.slf4j.");
  }

  private Class<?> parentFirst(String name) throws ClassNotFoundException {
    try {
      return getParent().loadClass(name);
    } catch (ClassNotFoundException e) {
      return findClass(name); // the binding's own class, site.ycsb.db…, is not in YCSB's core
    }
  }

  private Class<?> ownFirst(String name) throws ClassNotFoundException {
    try {
      return findClass(name);
    } catch (ClassNotFoundException e) {
      return getParent().loadClass(name);
    }
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }
}
