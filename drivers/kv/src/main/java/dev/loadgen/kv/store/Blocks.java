package dev.loadgen.kv.store;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// Takes a file's blocks from the disk without writing to them: `fallocate(2)`.
final class Blocks {
  private static final int READ_WRITE = 0x80002; // O_RDWR | O_CLOEXEC, on Linux
  private static final Calls CALLS = SystemCalls.areAvailable() ? calls() : null;

  private record Calls(MethodHandle open, MethodHandle fallocate, MethodHandle close) {}

  private Blocks() {}

  private static Calls calls() {
    ValueLayout.OfInt number = ValueLayout.JAVA_INT;
    ValueLayout.OfLong offset = ValueLayout.JAVA_LONG;
    return new Calls(
        SystemCalls.find(
            "open",
            FunctionDescriptor.of(number, ValueLayout.ADDRESS, number),
            Linker.Option.firstVariadicArg(2)),
        SystemCalls.find(
            "fallocate", FunctionDescriptor.of(number, number, number, offset, offset)),
        SystemCalls.find("close", FunctionDescriptor.of(number, number)));
  }

  /// Takes them, and makes the file that long.
  ///
  /// @return false if that cannot be done here, or there are not so many: then they are to be
  ///   written, which tells
  static boolean reserve(Path file, long bytes) {
    if (CALLS == null) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(file.toString());
      int descriptor = (int) CALLS.open.invokeExact(name, READ_WRITE);
      if (descriptor < 0) {
        return false;
      }
      int result = (int) CALLS.fallocate.invokeExact(descriptor, 0, 0L, bytes);
      int _ = (int) CALLS.close.invokeExact(descriptor);
      return result == 0;
    } catch (Throwable e) {
      throw new AssertionError(e); // these calls throw nothing
    }
  }
}
