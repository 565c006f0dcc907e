package dev.loadgen.kv.driver;

import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.Outcome;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// The workload's bytes, and its comparison with what was read.
final class RawValues implements Values {
  private final DriverContext context;
  private byte[] copied = new byte[1024];

  RawValues(DriverContext context) {
    this.context = context;
  }

  @Override
  public ByteBuffer written(Operation operation) {
    return operation.value();
  }

  @Override
  public Outcome read(Operation operation, byte[] bytes, int from, int length) {
    if (operation.verifies()) {
      operation.readValue(ByteBuffer.wrap(bytes, from, length));
    }
    return Outcome.OK;
  }

  /// Copies it, as whoever needs it later must.
  @Override
  public Outcome read(Operation operation, MemorySegment memory, long at, int length) {
    scanned(memory, at, length);
    return read(operation, copied, 0, length);
  }

  @Override
  public void scanned(MemorySegment memory, long at, int length) {
    if (copied.length < length) {
      copied = new byte[length];
    }
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, copied, 0, length);
  }

  @Override
  public Taking taking(Operation operation) {
    if (!operation.verifies()) {
      return Taking.UNSEEN;
    }
    ByteBuffer given = operation.key();
    ByteBuffer key = ByteBuffer.allocate(given.remaining()).put(given.duplicate()).flip();
    return (bytes, from, length) -> {
      boolean right = context.matches(key, ByteBuffer.wrap(bytes, from, length));
      context.checked(right);
      return right ? Outcome.OK : InFlight.WRONG_VALUE;
    };
  }

  @Override
  public Taking scanning() {
    return null;
  }
}
