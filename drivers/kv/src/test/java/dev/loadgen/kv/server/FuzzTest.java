package dev.loadgen.kv.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.kv.resp.RequestParserTest;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ResourceLeakDetector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Malformed input on both ports: no exception that gets out, no buffer that is not given back.
/// `-Dloadgen.kv.fuzz=1000000` makes it long.
class FuzzTest {
  private static final int ROUNDS = Integer.getInteger("loadgen.kv.fuzz", 10_000);

  @TempDir Path directory;

  private final ResourceLeakDetector.Level usual = ResourceLeakDetector.getLevel();
  private Store store;
  private Service service;
  private Workspace work;

  @BeforeEach
  void open() throws Exception {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    store = Store.open(StoreOptions.of(directory).withShards(1).withExtentBytes(1 << 20));
    ServerOptions options =
        new ServerOptions("127.0.0.1", 0, 0, null, 64 << 10, 1 << 20, 1 << 20, 100, 10, 0, 1, null);
    service = new Service(store, options, new Traffic(), new Freeze(null));
    work = new Workspace(store);
  }

  @AfterEach
  void close() throws Exception {
    ResourceLeakDetector.setLevel(usual);
    store.close();
  }

  @Test
  void respSurvivesMutilatedRequests() {
    Random random = new Random(11);
    long before = UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    for (int round = 0; round < ROUNDS; round++) {
      EmbeddedChannel channel =
          new EmbeddedChannel(new Connection(service, work, new Client(1, "test", true)));
      byte[] sent = RequestParserTest.mutilated(random);
      write(channel, sent, random);
      channel.checkException();
      drain(channel);
    }
    assertThat(UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()).isEqualTo(before);
    assertThat(service.traffic().commands.sum()).isPositive();
  }

  @Test
  void httpSurvivesMutilatedRequests() {
    Random random = new Random(12);
    String[] requests = {
      "GET /v1/keys/a HTTP/1.1\r\nHost: x\r\n\r\n",
      "PUT /v1/keys/%41?x=1 HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc",
      "GET /v1/keys?cursor=0&count=5&prefix=a HTTP/1.1\r\n\r\n",
      "PUT /v1/keys/b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      "HEAD /metrics HTTP/1.0\r\nAuthorization: Basic !!\r\n\r\n"
    };
    for (int round = 0; round < ROUNDS; round++) {
      EmbeddedChannel channel = new EmbeddedChannel();
      HttpConnection.addTo(channel.pipeline(), service, work);
      byte[] sent = requests[random.nextInt(requests.length)].getBytes(StandardCharsets.ISO_8859_1);
      for (int i = random.nextInt(6); i > 0; i--) {
        sent[random.nextInt(sent.length)] = (byte) random.nextInt(256);
      }
      write(channel, sent, random);
      channel.checkException();
      drain(channel);
    }
    assertThat(service.traffic().httpRequests.sum()).isPositive();
  }

  private static void write(EmbeddedChannel channel, byte[] sent, Random random) {
    int cut = random.nextInt(sent.length + 1);
    for (int[] part : new int[][] {{0, cut}, {cut, sent.length}}) {
      if (channel.isActive() && part[1] > part[0]) {
        channel.writeInbound(Unpooled.copiedBuffer(sent, part[0], part[1] - part[0]));
      }
    }
  }

  private static void drain(EmbeddedChannel channel) {
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      out.release();
    }
    channel.finishAndReleaseAll();
  }
}
