package dev.loadgen.cli.run;

import dev.loadgen.engine.result.RunStatus;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// Turns SIGINT, SIGTERM and SIGHUP into calls: each signal is one call, and the process goes on
/// until the run has written everything. The third ends the process at once, whatever hangs.
///
/// A shutdown hook could not tell a second signal, so this is `sun.misc.Signal`, of the module
/// `jdk.unsupported`. It is reached by name because javac's warning about it cannot be turned off,
/// and warnings are errors here.
public final class Interrupts {
  private static final int ENOUGH = 3;
  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  private Interrupts() {}

  /// Ends the process at the first signal from now on, until [#onSignal] is called anew: while
  /// there is nothing yet that must be ended well. Not even what waits for the end of the JVM is
  /// called.
  ///
  /// @param sentence what is said
  /// @param cleaning what is done before
  public static void endOnSignal(PrintWriter err, String sentence, Runnable cleaning) {
    onSignal(number -> {
      cleaning.run();
      err.println("loadgen: " + sentence);
      err.flush();
      Runtime.getRuntime().halt(RunStatus.INTERRUPTED.exitCode());
    });
  }

  /// Calls for each signal from now on.
  ///
  /// @param heard takes the number of the signal, 1 or 2
  public static void onSignal(IntConsumer heard) {
    AtomicInteger signals = new AtomicInteger();
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Method handle = signal.getMethod("handle", signal, handler);
      Object stopper =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                int number = signals.incrementAndGet();
                if (number >= ENOUGH) {
                  Runtime.getRuntime().halt(RunStatus.INTERRUPTED.exitCode());
                }
                heard.accept(number);
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
