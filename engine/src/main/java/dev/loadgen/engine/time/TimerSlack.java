package dev.loadgen.engine.time;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Linux rounds every sleep up by the thread's timer slack, 50 µs by default. Threads inherit it
/// from the thread that creates them, so set it before others are started.
public final class TimerSlack {
  private static final int PR_SET_TIMERSLACK = 29; // prctl(2)

  private TimerSlack() {}

  /// Sets the calling thread's timer slack to 1 ns; elsewhere than on Linux does nothing.
  ///
  /// @return whether it was set
  @SuppressWarnings("restricted") // native access is granted by the launcher; without it, a warning
  public static boolean minimise() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return false;
    }
    try {
      Linker linker = Linker.nativeLinker();
      MemorySegment address = linker.defaultLookup().find("prctl").orElse(null);
      if (address == null) {
        return false;
      }
      MethodHandle prctl =
          linker.downcallHandle(
              address,
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG),
              Linker.Option.firstVariadicArg(1));
      return (int) prctl.invokeExact(PR_SET_TIMERSLACK, 1L, 0L, 0L, 0L) == 0;
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      return false; // a longer slack makes waits less exact, and the lag shows it
    }
  }
}
