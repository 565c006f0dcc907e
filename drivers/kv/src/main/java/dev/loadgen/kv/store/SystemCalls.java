package dev.loadgen.kv.store;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// Calls of Linux for which Java has no words. None of them is needed: where they cannot be had,
/// the store is slower.
final class SystemCalls {
  private SystemCalls() {}

  /// Whether they can be had: on Linux, if this module may call native code
  /// (`--enable-native-access`).
  static boolean areAvailable() {
    return SystemCalls.class.getModule().isNativeAccessEnabled()
        && System.getProperty("os.name").equals("Linux");
  }

  /// One of the C library.
  @SuppressWarnings("restricted")
  static MethodHandle find(String name, FunctionDescriptor type, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
  }
}
