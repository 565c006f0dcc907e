package dev.loadgen.cli.bundles;

import java.lang.reflect.InvocationTargetException;
import java.util.ServiceConfigurationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Why a bundle's provider could not be made, in words for its author.
final class LoadFailure {
  private static final Pattern PROVIDER = Pattern.compile(": (?:Provider )?(\\S+) ");

  private LoadFailure() {}

  static String of(Throwable thrown) {
    Throwable cause = cause(thrown);
    if (thrown instanceof ServiceConfigurationError) {
      Matcher provider = PROVIDER.matcher(String.valueOf(thrown.getMessage()));
      String name = provider.find() ? provider.group(1) : null;
      if (name != null
          && (cause instanceof NoSuchMethodException || cause instanceof InstantiationException)) {
        return name
            + " must be a public class that is not abstract, with a public constructor without"
            + " parameters";
      }
      if (thrown.getCause() == null) {
        // "dev.loadgen.driver.DriverProvider: Provider x not found", and the like.
        return thrown.getMessage().substring(thrown.getMessage().indexOf(": ") + 2);
      }
      return (name == null ? "" : name + " ") + "throws " + cause;
    }
    StackTraceElement[] frames = cause.getStackTrace();
    return "throws " + cause + (frames.length == 0 ? "" : " at " + frames[0]);
  }

  /// What lies behind wrappers that say nothing.
  private static Throwable cause(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null
        && (cause instanceof ServiceConfigurationError
            || cause instanceof ExceptionInInitializerError
            || cause instanceof NoClassDefFoundError
            || cause instanceof InvocationTargetException)) {
      cause = cause.getCause();
    }
    return cause;
  }
}
