package dev.loadgen.benchmarks.jmh;

import dev.loadgen.kv.codec.Codec;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.codec.User;
import dev.loadgen.kv.codec.UserCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What it costs to make bytes of a user, and to read one. Whatever the codec, the same is written,
/// and all of it is looked at when it was read: every character, every friend.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED")
public class CodecBenchmark {
  private static final int USERS = 256; // of all lengths; they stay in the nearest cache

  /// Which codec.
  @Param({"STRUCT", "FORY", "JAVA"})
  public Codec codec;

  private final User[] users = new User[USERS];
  private final int[] from = new int[USERS];
  private final int[] length = new int[USERS];
  private final byte[] array = new byte[USERS * 1024];
  private MemorySegment memory;
  private UserCodec coding;
  private int next;

  /// Makes and encodes the users.
  @Setup
  public void encodeAll() {
    coding = codec.userCodec();
    int end = 0;
    for (int i = 0; i < USERS; i++) {
      users[i] = User.of(i);
      from[i] = end;
      length[i] = coding.encode(users[i]);
      System.arraycopy(coding.bytes(), 0, array, end, length[i]);
      end += length[i];
    }
    memory = Arena.ofAuto().allocate(array.length);
    MemorySegment.copy(array, 0, memory, ValueLayout.JAVA_BYTE, 0, array.length);
  }

  private int next() {
    next = (next + 1) & (USERS - 1);
    return next;
  }

  /// From the object to bytes in an array that is reused.
  @Benchmark
  public byte[] encode() {
    coding.encode(users[next()]);
    return coding.bytes();
  }

  /// From an id to bytes: the user is made first, or its fields are written to where they belong.
  @Benchmark
  public byte[] make() {
    int user = next();
    coding.make(user, -user);
    return coding.bytes();
  }

  /// From bytes in an array, as a reply of a server is.
  @Benchmark
  public long decode() throws UndecodableException {
    int user = next();
    return coding.decode(array, from[user], length[user]).sum();
  }

  /// From memory off the heap, as the store's is.
  @Benchmark
  public long decodeInMemory() throws UndecodableException {
    int user = next();
    return coding.decode(memory, from[user], length[user]).sum();
  }
}
