package dev.loadgen.cli.bundles;

import java.net.URL;
import java.net.URLClassLoader;

/// The class loader of one bundle. Of us it shows the bundle the SPI and SLF4J, and nothing else:
/// the bundle brings its own version of whatever it uses.
final class BundleLoader extends URLClassLoader {
  private static final class Shared extends ClassLoader {
    Shared() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("org.slf4j.") || isSpi(name)) {
        return BundleLoader.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }

    private static boolean isSpi(String name) {
      String prefix = "dev.loadgen.driver.";
      // The SPI is this package alone: its sub-packages, such as the test kit, are not.
      return name.startsWith(prefix) && name.indexOf('.', prefix.length()) < 0;
    }
  }

  static {
    registerAsParallelCapable();
  }

  BundleLoader(String name, URL[] jars) {
    super(name, jars, new Shared());
  }
}
