package dev.loadgen.kv.store;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Access to memory and fields with a stated order. In the files everything is little-endian.
final class Handles {
  /// 8 bytes, at multiples of 8.
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// 8 bytes anywhere.
  static final ValueLayout.OfLong LONG_ANYWHERE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// 4 bytes, at multiples of 4.
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// 2 bytes, at multiples of 2.
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// For acquire and release of what [#LONG] describes.
  static final VarHandle LONGS = LONG.varHandle();

  private Handles() {}

  /// A field of a class of this package.
  static VarHandle field(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
