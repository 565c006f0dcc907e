package dev.loadgen.kv.store;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Zeroed memory off the heap, in transparent huge pages where the system has them: a place in a
/// table of hundreds of megabytes is then found without a second walk through page tables, which
/// costs as much as the memory itself.
///
/// Where there are [SystemCalls]; elsewhere it is ordinary memory. All of it has been touched:
/// nobody waits for a page fault later.
final class LargePages {
  /// How much is had at a time: one page of the usual size of x86-64 and AArch64.
  static final long BYTES = 2L << 20;

  private static final long SMALL_BYTES = 4096;
  private static final int READ_WRITE = 3; // PROT_READ | PROT_WRITE
  private static final int PRIVATE_ANONYMOUS = 0x22; // MAP_PRIVATE | MAP_ANONYMOUS, on Linux
  private static final int HUGEPAGE = 14; // MADV_HUGEPAGE
  private static final Calls CALLS = SystemCalls.areAvailable() ? calls() : null;

  private record Calls(MethodHandle mmap, MethodHandle munmap, MethodHandle madvise) {}

  private LargePages() {}

  private static Calls calls() {
    ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
    ValueLayout.OfInt flags = ValueLayout.JAVA_INT;
    return new Calls(
        SystemCalls.find(
            "mmap", FunctionDescriptor.of(word, word, word, flags, flags, flags, word)),
        SystemCalls.find("munmap", FunctionDescriptor.of(flags, word, word)),
        SystemCalls.find("madvise", FunctionDescriptor.of(flags, word, word, flags)));
  }

  /// Takes [#BYTES] of zeros.
  ///
  /// @param arena what the memory is given back with
  /// @throws IllegalStateException if the arena is closed
  static MemorySegment allocate(Arena arena) {
    MemorySegment memory = CALLS == null ? null : map(arena);
    if (memory == null) {
      return arena.allocate(BYTES, Long.BYTES); // which writes the zeros
    }
    for (long at = 0; at < BYTES; at += SMALL_BYTES) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
    }
    return memory;
  }

  /// Says that large pages would be welcome there: then a file is also read in such pieces.
  static void advise(MemorySegment mapped) {
    if (CALLS != null) {
      try {
        int _ = (int) CALLS.madvise.invokeExact(mapped.address(), mapped.byteSize(), HUGEPAGE);
      } catch (Throwable e) {
        throw new AssertionError(e); // this call throws nothing
      }
    }
  }

  /// Maps twice as much, in which there is a whole page of that size: the rest is never touched.
  @SuppressWarnings("restricted")
  private static MemorySegment map(Arena arena) {
    try {
      long mapped =
          (long) CALLS.mmap.invokeExact(0L, 2 * BYTES, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
      if (mapped == -1) {
        return null;
      }
      try {
        long start = (mapped + BYTES - 1) & -BYTES;
        int _ = (int) CALLS.madvise.invokeExact(start, BYTES, HUGEPAGE); // refused: small pages
        return MemorySegment.ofAddress(start).reinterpret(BYTES, arena, _ -> unmap(mapped));
      } catch (IllegalStateException e) {
        unmap(mapped);
        throw e;
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e); // these calls throw nothing
    }
  }

  private static void unmap(long mapped) {
    try {
      int _ = (int) CALLS.munmap.invokeExact(mapped, 2 * BYTES);
    } catch (Throwable e) {
      throw new AssertionError(e); // this call throws nothing
    }
  }
}
