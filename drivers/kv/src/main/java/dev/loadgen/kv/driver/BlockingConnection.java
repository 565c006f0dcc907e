package dev.loadgen.kv.driver;

import dev.loadgen.kv.resp.Replies;
import dev.loadgen.kv.resp.RespBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/// A connection on which a request is sent and its reply awaited. One thread's. An interrupt closes
/// it, whatever it waits for.
final class BlockingConnection implements AutoCloseable {
  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;
  private final RespBuffer request = new RespBuffer();
  private byte[] bytes = new byte[Replies.USUAL_BYTES];
  private int from; // of the reply
  private int end; // of the reply
  private int to; // of what was read

  private BlockingConnection(SocketChannel channel) throws IOException {
    this.channel = channel;
    this.in = channel.socket().getInputStream();
    this.out = channel.socket().getOutputStream();
  }

  static BlockingConnection open(Target target) throws IOException, ServerErrorException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.socket().connect(target.address(), target.timeoutMs());
      BlockingConnection connection = new BlockingConnection(channel);
      if (target.password() != null) {
        target.writeAuth(connection.request());
        channel.socket().setSoTimeout(target.timeoutMs()); // it is a part of connecting
        connection.call();
        Replies.require(connection.bytes, connection.from, '+', "AUTH");
        channel.socket().setSoTimeout(0);
      }
      return connection;
    } catch (IOException | ServerErrorException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// Where the next request is written.
  RespBuffer request() {
    request.clear();
    return request;
  }

  /// Sends what was written and waits for one reply.
  ///
  /// @throws ServerErrorException if it is an error
  void call() throws IOException, ServerErrorException {
    if (end < to) {
      throw new IOException("the server answered what was not asked");
    }
    out.write(request.bytes(), 0, request.size());
    bytes = Replies.kept(bytes);
    from = 0;
    to = 0;
    end = Replies.end(bytes, from, to);
    while (end < 0) {
      readMore();
      end = Replies.end(bytes, from, to);
    }
    if (Replies.isError(bytes, from)) {
      throw new ServerErrorException(Replies.line(bytes, from, end));
    }
  }

  private void readMore() throws IOException {
    if (to == bytes.length) {
      bytes = Replies.enlarge(bytes, to + 1L);
    }
    int read = in.read(bytes, to, bytes.length - to);
    if (read < 0) {
      throw new EOFException("the server closed the connection");
    }
    to += read;
  }

  /// What holds the reply.
  byte[] bytes() {
    return bytes;
  }

  /// Where the reply begins.
  int from() {
    return from;
  }

  /// Where the reply ends.
  int end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
