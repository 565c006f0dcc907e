package dev.loadgen.cli.run;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/// Turns SIGINT, SIGTERM and SIGHUP into calls of a stop: each signal is one call, and the process
/// goes on until the run has written everything.
///
/// A shutdown hook could not tell a second signal, so this is `sun.misc.Signal`, of the module
/// `jdk.unsupported`. It is reached by name because javac's warning about it cannot be turned off,
/// and warnings are errors here.
final class Interrupts {
  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  private Interrupts() {}

  static void stopOnSignal(Runnable stop) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Method handle = signal.getMethod("handle", signal, handler);
      Object stopper =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                stop.run();
                return null;
              });
      for (String name : SIGNALS) {
        handle.invoke(null, signal.getConstructor(String.class).newInstance(name), stopper);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("signals cannot be handled on this Java", e);
    }
  }
}
