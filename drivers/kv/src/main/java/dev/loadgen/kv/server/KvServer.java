package dev.loadgen.kv.server;

import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Server;
import dev.loadgen.kv.store.Store;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A server that runs: RESP on one port, HTTP on another.
///
/// Native epoll where there is one, NIO elsewhere. A connection lives on one event loop; nothing is
/// shared between loops but the store and counters.
public final class KvServer implements Server {
  private static final long PATIENCE_S = 3;

  private final Service service;
  private final EventLoopGroup loops;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final AtomicLong nextId = new AtomicLong(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final boolean epoll = Epoll.isAvailable();
  private final FastThreadLocal<Workspace> workspaces;
  private InetSocketAddress resp;
  private InetSocketAddress http;
  private boolean closed; // guarded by this

  private KvServer(Store store, ServerOptions options) {
    service = new Service(store, options, new Traffic(), new Freeze(options.pauses()));
    loops =
        new MultiThreadIoEventLoopGroup(
            options.threads(),
            epoll ? EpollIoHandler.newFactory(0, BriefSpin.FACTORY) : NioIoHandler.newFactory());
    workspaces =
        new FastThreadLocal<>() {
          @Override
          protected Workspace initialValue() {
            return new Workspace(store);
          }
        };
  }

  /// Starts one.
  ///
  /// @param store is closed when the server is closed, and when it cannot start
  /// @throws IOException if it cannot listen
  public static KvServer start(Store store, ServerOptions options) throws IOException {
    KvServer server = new KvServer(store, options);
    try {
      server.resp = server.listen(options.port(), server::initialise);
      if (options.httpPort() >= 0) {
        server.http = server.listen(options.httpPort(), server::initialiseHttp);
      }
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /// What is done with a new connection.
  private interface Initialiser {
    void initialise(SocketChannel channel);
  }

  private InetSocketAddress listen(int port, Initialiser initialiser) throws IOException {
    ServerOptions options = service.options();
    ChannelHandler child =
        new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            accept(channel, initialiser);
          }
        };
    int unsent = options.mostUnsentBytes();
    try {
      InetAddress address = InetAddress.getByName(options.bind());
      Channel channel =
          new ServerBootstrap()
              .group(loops)
              .channelFactory(() -> newChannel(address))
              .option(ChannelOption.SO_BACKLOG, 1024)
              .option(ChannelOption.SO_REUSEADDR, true)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childOption(
                  ChannelOption.WRITE_BUFFER_WATER_MARK,
                  new WriteBufferWaterMark(unsent / 2, unsent))
              .childHandler(child)
              .bind(address, port)
              .sync()
              .channel();
      channels.add(channel);
      return (InetSocketAddress) channel.localAddress();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the server was started", e);
    } catch (UnknownHostException e) {
      throw new IOException("cannot listen on " + options.bind() + ": there is no such address", e);
    } catch (Exception e) { // Netty throws what bind failed with, declared or not
      throw new IOException(
          "cannot listen on " + options.bind() + ":" + port + ": " + e.getMessage(), e);
    }
  }

  /// Of the family of the address: else 0.0.0.0 is that of all IPv6 as well.
  private ServerSocketChannel newChannel(InetAddress address) {
    SocketProtocolFamily family =
        address instanceof Inet4Address ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
    return epoll
        ? new EpollServerSocketChannel(family)
        : new NioServerSocketChannel(SelectorProvider.provider(), family);
  }

  private void accept(SocketChannel channel, Initialiser initialiser) {
    Traffic traffic = service.traffic();
    traffic.connectionsSeen.increment();
    if (traffic.connections.incrementAndGet() > service.options().mostConnections()) {
      traffic.connections.decrementAndGet();
      traffic.connectionsRefused.increment();
      byte[] error = "-ERR max number of clients reached\r\n".getBytes(StandardCharsets.US_ASCII);
      channel.writeAndFlush(Unpooled.wrappedBuffer(error)).addListener(ChannelFutureListener.CLOSE);
      return;
    }
    channels.add(channel);
    channel.closeFuture().addListener(_ -> traffic.connections.decrementAndGet());
    if (service.options().idleS() > 0) {
      channel.pipeline().addLast(new IdleStateHandler(0, 0, service.options().idleS()));
    }
    initialiser.initialise(channel);
  }

  private void initialise(SocketChannel channel) {
    Client client =
        new Client(
            nextId.getAndIncrement(),
            channel.remoteAddress().getAddress().getHostAddress()
                + ":"
                + channel.remoteAddress().getPort(),
            service.options().password() == null);
    channel.pipeline().addLast(new Connection(service, workspaces.get(), client));
  }

  private void initialiseHttp(SocketChannel channel) {
    HttpConnection.addTo(channel.pipeline(), service, workspaces.get());
  }

  /// What is served.
  Store store() {
    return service.store();
  }

  /// Where RESP is spoken.
  public InetSocketAddress resp() {
    return resp;
  }

  /// Where HTTP is spoken; null if nowhere.
  public InetSocketAddress http() {
    return http;
  }

  private static String shown(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  @Override
  public String ready() {
    Pauses pauses = service.options().pauses();
    return "ready kv resp="
        + shown(resp)
        + (http == null ? "" : " http=" + shown(http))
        + " records="
        + service.store().size()
        + " transport="
        + (epoll ? "epoll" : "nio")
        + " threads="
        + service.options().threads()
        + (pauses == null ? "" : " pauses=" + pauses.toWord());
  }

  @Override
  public void await() throws InterruptedException {
    ended.await();
  }

  /// Stops listening, lets the event loops finish the requests that they have read, closes the
  /// connections and then the store.
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      channels.close().awaitUninterruptibly(PATIENCE_S, TimeUnit.SECONDS);
      loops
          .shutdownGracefully(0, PATIENCE_S, TimeUnit.SECONDS)
          .awaitUninterruptibly(2 * PATIENCE_S, TimeUnit.SECONDS);
    } finally {
      try {
        service.store().close();
      } finally {
        ended.countDown();
      }
    }
  }
}
