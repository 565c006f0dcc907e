package dev.loadgen.cli.run;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// How wide the terminal behind stderr is, now: it may be resized while a run goes on.
final class Terminal {
  private static final int STDERR = 2;
  private static final long LINUX_TIOCGWINSZ = 0x5413;
  private static final long MACOS_TIOCGWINSZ = 0x40087468;
  private static final int USUAL_COLUMNS = 80;
  private static final int COLUMNS_AT = 2; // struct winsize: rows, columns, each an unsigned short

  private Terminal() {}

  /// Its width in characters; 80 if that cannot be told.
  @SuppressWarnings("restricted") // native access is granted by the launcher; without it, a warning
  static int columns() {
    String system = System.getProperty("os.name");
    boolean mac = system.startsWith("Mac");
    if (!mac && !system.equals("Linux")) {
      return USUAL_COLUMNS;
    }
    try (Arena arena = Arena.ofConfined()) {
      Linker linker = Linker.nativeLinker();
      MethodHandle ioctl =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("ioctl"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS),
              Linker.Option.firstVariadicArg(2));
      MemorySegment size = arena.allocate(8, 2);
      long request = mac ? MACOS_TIOCGWINSZ : LINUX_TIOCGWINSZ;
      if ((int) ioctl.invokeExact(STDERR, request, size) != 0) {
        return USUAL_COLUMNS;
      }
      int columns = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, COLUMNS_AT));
      return columns == 0 ? USUAL_COLUMNS : columns;
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      return USUAL_COLUMNS; // the line may be shorter than it could be
    }
  }
}
