package dev.loadgen.kv.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.kv.resp.ProtocolException;
import dev.loadgen.kv.resp.Replies;
import dev.loadgen.kv.resp.RequestParser;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Servers that answer what no server should, or nothing: each operation ends, one way or another.
@Timeout(60)
class HostileServerTest {
  private static final long PATIENCE_S = 30;

  /// Answers each request with the same; null closes each connection as soon as it is there.
  private static final class Fake implements AutoCloseable {
    private final ServerSocket listening =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicLong accepted = new AtomicLong();
    private final byte[] answer;

    Fake(String answer) throws IOException {
      this.answer = answer == null ? null : answer.getBytes(StandardCharsets.ISO_8859_1);
      Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
      try {
        while (true) {
          Socket socket = listening.accept();
          accepted.incrementAndGet();
          if (answer == null) {
            socket.close();
          } else {
            Thread.ofVirtual().start(() -> answer(socket));
          }
        }
      } catch (IOException e) {
        return; // closed
      }
    }

    private void answer(Socket socket) {
      RequestParser parser = new RequestParser(100, 1000, 1000);
      byte[] bytes = new byte[1 << 16];
      int to = 0;
      int from = 0;
      try (socket) {
        for (int read = 0; read >= 0; read = socket.getInputStream().read(bytes, to, 1000)) {
          to += read;
          for (int end = parser.read(bytes, from, to); end >= 0; ) {
            from = end;
            socket.getOutputStream().write(answer);
            end = from == to ? -1 : parser.read(bytes, from, to);
          }
        }
      } catch (IOException e) {
        return; // the client has gone
      } catch (ProtocolException e) {
        throw new IllegalStateException(e);
      }
    }

    int port() {
      return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }

  private static Driver driver(Fake server, String... more) throws Exception {
    Map<String, String> given = new HashMap<>();
    given.put("kv.port", "" + server.port());
    for (int i = 0; i < more.length; i += 2) {
      given.put(more[i], more[i + 1]);
    }
    KvProvider provider = new KvProvider();
    return provider.create(Settings.of("kv", provider.properties(), given), new OneSession());
  }

  /// What becomes of one operation: null if it went well.
  private static final class Awaited implements Completions {
    private final CompletableFuture<Throwable> done = new CompletableFuture<>();

    @Override
    public void complete(long ticket, Outcome outcome) {
      done.complete(null);
    }

    @Override
    public void fail(long ticket, Throwable cause) {
      done.complete(cause);
    }

    Throwable failure() throws Exception {
      return done.get(PATIENCE_S, TimeUnit.SECONDS);
    }
  }

  private static Throwable failure(AsyncSession session, OperationKind kind) throws Exception {
    Awaited awaited = new Awaited();
    session.submit(OneSession.operation(kind), 1, awaited);
    session.flush();
    return awaited.failure();
  }

  @Test
  void anAnswerThatLeadsAstrayFailsItsOperation() throws Exception {
    try (Fake server = new Fake("*2\r\n+x\r\n*0\r\n");
        Driver driver = driver(server);
        AsyncSession session = driver.openAsync(0)) {
      assertThat(failure(session, KvOperations.SCAN)).isNotNull();
    }
  }

  /// Of each kind of reply, and of each operation, those that do not belong together.
  @ParameterizedTest
  @CsvSource({
    "READ, +OK, GET",
    "READ, *0, GET",
    "UPDATE, ':1', SET",
    "UPDATE, $-1, SET",
    "SCAN, +OK, SCAN"
  })
  void aReplyOfAnotherKindIsAFailure(String operation, String reply, String command)
      throws Exception {
    OperationKind kind =
        switch (operation) {
          case "READ" -> KvOperations.READ;
          case "UPDATE" -> KvOperations.UPDATE;
          default -> KvOperations.SCAN;
        };
    String expected = "the server answered " + command + " with something else";
    try (Fake server = new Fake(reply + "\r\n");
        Driver driver = driver(server);
        Session session = driver.open(0);
        AsyncSession pipelined = driver.openAsync(0)) {
      assertThatThrownBy(() -> session.execute(OneSession.operation(kind)))
          .isInstanceOf(IOException.class)
          .hasMessage(expected);
      assertThat(failure(pipelined, kind)).isInstanceOf(IOException.class).hasMessage(expected);
    }
  }

  @Test
  void aReplyOfAnotherKindThanThatToMgetIsAFailure() {
    byte[] ok = "+OK\r\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> ScanPage.takeAll(ok, 0, ok.length, null))
        .isInstanceOf(IOException.class)
        .hasMessage("the server answered MGET with something else");
  }

  @Test
  void anArrayForRepliesGrowsUpToALimitAndIsNotKeptWhenItIsLarge() throws Exception {
    byte[] bytes = {'$', '1'};
    assertThat(Replies.enlarge(bytes, 3)).hasSize(4).startsWith(bytes);
    assertThat(Replies.enlarge(bytes, 100)).hasSize(100).startsWith(bytes);
    assertThatThrownBy(() -> Replies.enlarge(bytes, (1L << 30) + 1))
        .isInstanceOf(IOException.class)
        .hasMessage("the server sent a reply of more than 1073741824 bytes");
    assertThat(Replies.kept(bytes)).isSameAs(bytes);
    assertThat(Replies.kept(new byte[(1 << 20) + 1])).hasSize(Replies.USUAL_BYTES);
  }

  @Test
  void anAnswerToAuthThatIsNoneIsAFailureToConnect() throws Exception {
    try (Fake server = new Fake(":1\r\n");
        Driver driver = driver(server, "kv.password", "x")) {
      String expected = "the server answered AUTH with something else";
      assertThatThrownBy(() -> driver.open(0)).hasMessageContaining(expected);
      assertThatThrownBy(() -> driver.openAsync(0)).hasMessageContaining(expected);
    }
  }

  private static Bootstrap bootstrap(EventLoopGroup loops) {
    return new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .handler(new RemoteDriver.Bare());
  }

  private static Target target(Fake server, String password) {
    OneSession context = new OneSession();
    return new Target("127.0.0.1", server.port(), password, 1000, context, context.counter("", ""));
  }

  /// Nobody submits anything, so there is nothing to connect for: not in as much time as some
  /// others need to be answered.
  @Test
  void anAnswerToAuthThatLeadsAstrayIsNoReasonToConnectAgain() throws Exception {
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (Fake server = new Fake(":1\r\n")) {
      Bootstrap bootstrap = bootstrap(loops);
      Target target = target(server, "x");
      Channel channel = bootstrap.connect(target.address()).sync().channel();
      Pipeline pipeline = new Pipeline(target, bootstrap, loops.next());
      pipeline.opened(channel);
      channel.closeFuture().sync();
      for (int k = 0; k < 50; k++) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.ISO_8859_1));
          assertThat(socket.getInputStream().read()).isEqualTo(':');
        }
      }
      pipeline.close();
      assertThat(server.accepted.get()).isEqualTo(51);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }

  /// Each operation that comes may try once more, no more often, however long it takes until the
  /// next: here as long as some others need to be dropped too.
  @Test
  void aServerThatDropsEachConnectionIsNotAskedWithoutEnd() throws Exception {
    int operations = 20;
    int others = 50;
    try (Fake server = new Fake(null)) {
      try (Driver driver = driver(server);
          AsyncSession session = driver.openAsync(0)) {
        for (int i = 0; i < operations; i++) {
          assertThat(failure(session, KvOperations.READ)).isInstanceOf(IOException.class);
          for (int k = 0; k < others; k++) {
            dropped(server);
          }
        }
      }
      assertThat(server.accepted.get()).isLessThanOrEqualTo(1 + operations * (1L + others));
    }
  }

  private static void dropped(Fake server) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @Test
  void aConnectionThatBreaksBeforeItIsTakenIsFoundToBeBroken() throws Exception {
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (Fake server = new Fake("$-1\r\n")) {
      Bootstrap bootstrap = bootstrap(loops);
      Target target = target(server, null);
      Channel channel = bootstrap.connect(target.address()).sync().channel();
      channel.close().sync();
      loops.submit(() -> {}).sync(); // what follows the closing is done
      Pipeline pipeline = new Pipeline(target, bootstrap, loops.next());
      pipeline.opened(channel);
      Awaited awaited = new Awaited();
      Batch batch = new Batch();
      batch.add(InFlight.Write.set(1, awaited, Outcome.OK));
      Commands.get(batch.bytes(), ByteBuffer.wrap(new byte[] {'k'}));
      pipeline.send(batch);
      assertThat(awaited.failure()).isInstanceOf(IOException.class);
      pipeline.close();
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }

  @Test
  void aServerThatNeverAnswersAuthIsGivenUpAfterTheTimeout() throws Exception {
    try (Fake server = new Fake("");
        Driver driver = driver(server, "kv.password", "x", "kv.connectTimeout", "100ms")) {
      assertThatThrownBy(() -> driver.open(0)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> driver.openAsync(0)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void answersThatWereNotAskedForAreNotTakenForThoseToTheNextRequests() throws Exception {
    try (Fake server = new Fake("$-1\r\n$-1\r\n");
        Driver driver = driver(server);
        Session session = driver.open(0)) {
      assertThat(session.execute(OneSession.operation(KvOperations.READ)))
          .isEqualTo(Outcome.NOT_FOUND);
      assertThatThrownBy(() -> session.execute(OneSession.operation(KvOperations.READ)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not asked");
    }
  }

  @Test
  void rowsInRowsWithoutEndAreNoReply() {
    byte[] deep = "*1\r\n".repeat(100_000).getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Replies.end(deep, 0, deep.length)).isInstanceOf(IOException.class);
  }
}
