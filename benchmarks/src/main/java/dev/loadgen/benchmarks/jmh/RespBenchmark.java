package dev.loadgen.benchmarks.jmh;

import dev.loadgen.kv.resp.ProtocolException;
import dev.loadgen.kv.resp.RequestParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What reading one of 16 pipelined SETs of 100 bytes costs: our parser, and Netty's Redis codec.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class RespBenchmark {
  private static final int PIPELINED = 16;

  private final byte[] bytes =
      ("*3\r\n$3\r\nSET\r\n$16\r\nkey:000000012345\r\n$100\r\n" + "v".repeat(100) + "\r\n")
          .repeat(PIPELINED)
          .getBytes(StandardCharsets.US_ASCII);
  private final byte[] array = new byte[bytes.length];
  private final RequestParser parser = new RequestParser(100, 1 << 20, 1 << 20);
  private final EmbeddedChannel channel =
      new EmbeddedChannel(
          new RedisDecoder(), new RedisBulkStringAggregator(), new RedisArrayAggregator(1024, 16));
  private final ByteBuf direct = Unpooled.directBuffer(bytes.length).writeBytes(bytes);

  /// Ours, with the copy into an array.
  @Benchmark
  @OperationsPerInvocation(PIPELINED)
  public int ours() throws ProtocolException {
    direct.getBytes(0, array);
    int at = 0;
    int words = 0;
    for (int next = parser.read(array, 0, array.length); next >= 0; ) {
      words += parser.request().length(1);
      at = next;
      next = parser.read(array, at, array.length);
    }
    return words;
  }

  /// Netty's, as a pipeline of its three handlers.
  @Benchmark
  @OperationsPerInvocation(PIPELINED)
  public int netty() {
    channel.writeInbound(direct.retainedDuplicate());
    int requests = 0;
    for (Object request = channel.readInbound(); request != null; request = channel.readInbound()) {
      requests++;
      ReferenceCountUtil.release(request);
    }
    return requests;
  }
}
