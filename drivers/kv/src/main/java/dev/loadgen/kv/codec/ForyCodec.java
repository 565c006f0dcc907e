package dev.loadgen.kv.codec;

import org.apache.fory.Fory;
import org.apache.fory.config.Int64Encoding;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;

/// Users as [Apache Fory](https://fory.apache.org) writes them in its mode for Java alone, with
/// code that it generates; only classes that are registered are read, and that is [User].
public final class ForyCodec extends CopyingCodec {
  private static final int USER_TYPE = 1;
  private static final int DEPTH = 4;

  static {
    LoggerFactory.useSlf4jLogging(true); // else it would write to standard output
  }

  private final Fory fory;
  private final MemoryBuffer written = MemoryBuffer.newHeapBuffer(256);
  private final MemoryBuffer reading = MemoryBuffer.fromByteArray(new byte[0]);

  /// Generates what it needs: that takes a while, and is done when this returns.
  public ForyCodec() {
    fory =
        Fory.builder()
            .withXlang(false)
            .withCompatible(false)
            .withRefTracking(false)
            .requireClassRegistration(true)
            .withLongCompressed(Int64Encoding.FIXED)
            .withAsyncCompilation(false)
            .withMaxDepth(DEPTH)
            .withMaxGraphMemoryBytes(16L * MOST_BYTES)
            .withClassLoader(ForyCodec.class.getClassLoader())
            .build();
    fory.register(User.class, USER_TYPE);
    int length = encode(User.of(0));
    try {
      decode(bytes(), 0, length);
    } catch (UndecodableException e) {
      throw new IllegalStateException("what was encoded cannot be decoded", e);
    }
  }

  @Override
  public int encode(User user) {
    written.writerIndex(0);
    fory.serialize(written, user);
    UserCodec.requireReadable(written.writerIndex());
    return written.writerIndex();
  }

  @Override
  public byte[] bytes() {
    return written.getHeapMemory();
  }

  @Override
  User read(byte[] source, int from, int length) throws UndecodableException {
    reading.pointTo(source, from, length);
    reading.readerIndex(0);
    Object read;
    try {
      read = fory.deserialize(reading, User.class);
    } catch (RuntimeException e) { // it has many
      throw new UndecodableException("a value is no user in fory", e);
    }
    return whole(read, length - reading.readerIndex(), "fory");
  }
}
