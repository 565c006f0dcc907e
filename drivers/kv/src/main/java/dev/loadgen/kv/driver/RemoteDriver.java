package dev.loadgen.kv.driver;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Session;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Sessions with a server that speaks RESP.
final class RemoteDriver implements Driver {
  private static final long PATIENCE_S = 4;

  private final Target target;
  private final Supplier<Values> values;
  private EventLoopGroup loops; // guarded by this; null until an asynchronous session is opened

  /// @param values makes those of one thread of a session
  RemoteDriver(Target target, Supplier<Values> values) {
    this.target = target;
    this.values = values;
  }

  @Override
  public Session open(int index) throws IOException, ServerErrorException {
    requireHost();
    try {
      return new BlockingSession(target, values.get());
    } catch (IOException e) {
      throw new IOException("cannot connect to " + target + ": " + e.getMessage(), e);
    }
  }

  private void requireHost() throws IOException {
    if (target.address().isUnresolved()) {
      throw new IOException("cannot connect to " + target + ": unknown host " + target.host());
    }
  }

  @Override
  public AsyncSession openAsync(int index) throws Exception {
    requireHost();
    if (target.password() != null) {
      BlockingConnection.open(target).close(); // a wrong password is told here
    }
    EventLoop loop = loops().next();
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, target.timeoutMs())
            .handler(new Bare());
    Channel channel = bootstrap.connect(target.address()).sync().channel();
    Pipeline pipeline = new Pipeline(target, bootstrap, loop);
    pipeline.opened(channel);
    return new PipelinedSession(pipeline, values.get(), values.get());
  }

  /// Each new connection's, of the first and of those that follow it: a [Pipeline] adds its own.
  static final class Bare extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      // nothing yet
    }
  }

  private synchronized EventLoopGroup loops() {
    if (loops == null) {
      int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
      loops =
          new MultiThreadIoEventLoopGroup(
              Math.min(threads, target.context().sessions()),
              Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }
    return loops;
  }

  @Override
  public synchronized void close() {
    if (loops != null) {
      loops
          .shutdownGracefully(0, 1, TimeUnit.SECONDS)
          .awaitUninterruptibly(PATIENCE_S, TimeUnit.SECONDS);
    }
  }
}
