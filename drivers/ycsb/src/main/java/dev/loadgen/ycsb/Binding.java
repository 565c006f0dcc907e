package dev.loadgen.ycsb;

import dev.loadgen.driver.SettingsException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import site.ycsb.DB;

/// The class of a binding, ready to be instantiated: once for each session, as YCSB does for each
/// thread.
///
/// @param constructor its constructor without parameters
/// @param loader what loaded it
record Binding(Constructor<? extends DB> constructor, ClassLoader loader) {
  /// Finds it.
  ///
  /// @throws SettingsException if there is no such class, or it is no binding that can be used; the
  ///   message says what to do
  static Binding find(String className, ClassLoader loader) {
    String setting = "ycsb.db=" + className + ": ";
    Class<?> type;
    try {
      type = Class.forName(className, true, loader);
    } catch (ClassNotFoundException e) {
      throw new SettingsException(setting + "there is no such class: " + hint(className), e);
    } catch (UnsupportedClassVersionError e) {
      throw new SettingsException(
          setting
              + "was compiled for a newer Java than this one, "
              + System.getProperty("java.version"),
          e);
    } catch (LinkageError e) {
      throw new SettingsException(setting + Libraries.explain(e), e);
    }
    if (!DB.class.isAssignableFrom(type)) {
      throw new SettingsException(setting + "is no site.ycsb.DB, hence no binding of YCSB");
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      throw new SettingsException(setting + "is abstract: name the class that extends it");
    }
    try {
      Constructor<? extends DB> constructor = type.asSubclass(DB.class).getDeclaredConstructor();
      if (!Modifier.isPublic(constructor.getModifiers())
          || !Modifier.isPublic(type.getModifiers())) {
        throw new SettingsException(
            setting + "YCSB could not make one either: class and constructor must be public");
      }
      return new Binding(constructor, loader);
    } catch (NoSuchMethodException e) {
      throw new SettingsException(setting + "has no constructor without parameters", e);
    } catch (LinkageError e) {
      throw new SettingsException(setting + Libraries.explain(e), e);
    }
  }

  private static String hint(String className) {
    if (className.startsWith("com.yahoo.ycsb.")) {
      return "it is of YCSB before 0.16; its successor is site.ycsb."
          + className.substring("com.yahoo.ycsb.".length());
    }
    return "ycsb.classpath must hold the binding's jar, as in"
        + " -p ycsb.classpath='ycsb-redis-binding-0.17.0/lib/*'";
  }

  /// Makes one.
  ///
  /// @throws Exception what its constructor throws
  DB make() throws Exception {
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case LinkageError cause -> throw Libraries.explained(cause);
        case Error cause -> throw cause;
        default -> throw e;
      }
    }
  }
}
