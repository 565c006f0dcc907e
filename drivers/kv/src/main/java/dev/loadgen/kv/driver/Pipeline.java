package dev.loadgen.kv.driver;

import dev.loadgen.driver.Event;
import dev.loadgen.kv.resp.Replies;
import dev.loadgen.kv.resp.RespBuffer;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// The connection of one [PipelinedSession], on an event loop: writes requests, gives replies to
/// those who wait, in order. When it breaks, whoever waits fails, and so does what is sent until it
/// is connected again, which is tried at once, and with each batch that comes meanwhile. A
/// connection that broke before anything but errors was answered on it is not tried again at once:
/// a server that takes connections and drops them would be asked without end.
///
/// All fields but the final ones are the event loop's alone. Bounded by what the engine has in
/// flight.
final class Pipeline {
  private final Target target;
  private final Bootstrap bootstrap;
  private final EventLoop loop;
  private final Deque<InFlight> waiting = new ArrayDeque<>();
  private final RespBuffer further = new RespBuffer(1 << 10);
  private Channel channel; // null when there is none
  private Event outage; // null while there is one
  private Throwable refusal; // of the last connection that was not to be had; null if none was
  private boolean connecting;
  private boolean answered; // something but errors, on this connection
  private boolean closed;

  Pipeline(Target target, Bootstrap bootstrap, EventLoop loop) {
    this.target = target;
    this.bootstrap = bootstrap;
    this.loop = loop;
  }

  /// Takes a connection that is open. From any thread, before the first batch.
  void opened(Channel open) throws InterruptedException {
    loop.submit(
            () -> {
              use(open);
              authenticate();
            })
        .sync();
  }

  private void use(Channel open) {
    channel = open;
    answered = false;
    open.pipeline().addLast(new Handler());
    if (closed) {
      var _ = open.close();
    } else if (!open.isActive()) { // the handler came too late to be told
      broken(new IOException("the server closed the connection"));
    }
  }

  /// Sends a batch. From any thread.
  void send(Batch batch) {
    loop.execute(() -> write(batch));
  }

  private void write(Batch batch) {
    if (channel == null) {
      IOException cause = noConnection();
      batch.operations().forEach(operation -> fail(operation, cause));
      reconnect();
      return;
    }
    waiting.addAll(batch.operations());
    write(batch.bytes());
    channel.flush();
  }

  private IOException noConnection() {
    String sentence = "there is no connection to " + target;
    return refusal == null
        ? new IOException(sentence)
        : new IOException(sentence + ": " + refusal.getMessage(), refusal);
  }

  private void write(RespBuffer bytes) {
    ByteBuf out = channel.alloc().directBuffer(bytes.size());
    out.writeBytes(bytes.bytes(), 0, bytes.size());
    var _ = channel.write(out, channel.voidPromise());
  }

  private static void fail(InFlight operation, Throwable cause) {
    operation.completions().fail(operation.ticket(), cause);
  }

  private void reconnect() {
    if (connecting || closed) {
      return;
    }
    connecting = true;
    ChannelFuture connect = bootstrap.clone(loop).connect(target.address());
    connect.addListener(_ -> {
      connecting = false;
      refusal = connect.cause();
      if (connect.isSuccess()) {
        target.reconnects().add(1);
        outage.close();
        outage = null;
        use(connect.channel());
        authenticate();
      }
    });
  }

  /// Its answer comes before all others, and is an error if the password is wrong: then so are
  /// theirs.
  private void authenticate() {
    if (target.password() != null && channel != null) {
      further.clear();
      target.writeAuth(further);
      write(further);
      channel.flush();
      waiting.addFirst(InFlight.Write.auth());
    }
  }

  private void broken(Throwable cause) {
    Channel old = channel;
    channel = null;
    if (outage == null && !closed) {
      outage = target.context().begin(Target.OUTAGE);
    }
    if (old != null) {
      var _ = old.close();
    }
    while (!waiting.isEmpty()) {
      fail(waiting.remove(), cause);
    }
    if (answered) {
      reconnect();
    }
  }

  /// Closes the connection; whoever still waits fails. From any thread.
  void close() {
    loop.execute(() -> {
      closed = true;
      broken(new IOException("the session was closed"));
    });
  }

  /// Reads replies. The event loop's.
  private final class Handler extends ChannelInboundHandlerAdapter {
    private byte[] bytes = new byte[Replies.USUAL_BYTES];
    private int length;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
      ByteBuf in = (ByteBuf) message;
      try {
        int more = in.readableBytes();
        if (bytes.length - length < more) {
          bytes = Replies.enlarge(bytes, (long) length + more);
        }
        in.readBytes(bytes, length, more);
        length += more;
      } finally {
        in.release();
      }
      int from = 0;
      int end = Replies.end(bytes, from, length);
      while (end >= 0) {
        reply(from, end);
        from = end;
        end = from == length ? -1 : Replies.end(bytes, from, length);
      }
      length -= from;
      System.arraycopy(bytes, from, bytes, 0, length);
      bytes = length == 0 ? Replies.kept(bytes) : bytes;
    }

    private void reply(int from, int end) throws IOException {
      InFlight first = waiting.poll();
      if (first == null) {
        throw new IOException("the server answered what was not asked");
      }
      if (Replies.isError(bytes, from)) {
        fail(first, new ServerErrorException(Replies.line(bytes, from, end)));
        return;
      }
      further.clear();
      InFlight next;
      try {
        next = first.take(bytes, from, end, further);
      } catch (IOException | RuntimeException e) { // what is no reply to it can lead anywhere
        fail(first, e);
        throw e;
      }
      answered = true;
      if (next != null) {
        waiting.add(next);
        write(further);
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (context.channel().equals(channel)) {
        broken(new IOException("the server closed the connection"));
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (context.channel().equals(channel)) {
        broken(cause);
      }
    }
  }
}
