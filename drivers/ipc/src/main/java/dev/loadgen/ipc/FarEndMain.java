package dev.loadgen.ipc;

import dev.loadgen.driver.Server;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The main class of a far end that a driver spawned.
final class FarEndMain {
  private FarEndMain() {}

  /// Serves until standard input ends, or until it fails. Says on standard output once it serves.
  ///
  /// @param arguments settings, `ipc.file=…`
  public static void main(String[] arguments) {
    try {
      run(arguments);
      System.exit(0);
    } catch (Exception e) {
      System.err.println("loadgen: the far end: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void run(String[] arguments) throws Exception {
    Map<String, String> given = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 0) {
        throw new SettingsException("not a setting: " + argument);
      }
      given.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    FarEndProvider provider = new FarEndProvider();
    try (Server server =
        provider.start(Settings.of(provider.name(), provider.properties(), given))) {
      System.out.println(server.ready());
      Thread.ofPlatform().daemon().name("ipc-parent").start(() -> closeWithParent(server));
      server.await();
    }
  }

  private static void closeWithParent(Server server) {
    try {
      while (System.in.read() >= 0) {
        // It never says anything: this waits for its end.
      }
      server.close();
    } catch (Exception e) {
      System.err.println("loadgen: the far end: " + e);
      System.exit(1);
    }
  }
}
