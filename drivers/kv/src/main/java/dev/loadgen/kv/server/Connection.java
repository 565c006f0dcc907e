package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.ProtocolException;
import dev.loadgen.kv.resp.RequestParser;
import dev.loadgen.kv.resp.RespBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.Arrays;

/// A connection that speaks RESP.
///
/// Whatever arrives is copied into an array once and executed from there; what is left of an
/// unfinished request is kept in an array of the connection's, which grows with what arrived, never
/// with what was announced. Replies are collected in the event loop's buffer and written when the
/// bytes at hand are used up. If the client does not take its answers, its requests stay unread.
///
/// Used by its event loop alone.
final class Connection extends ChannelInboundHandlerAdapter {
  private static final int CHUNK_BYTES = 64 << 10;
  private static final int MOST_WORDS = 1 << 20;

  private final Service service;
  private final Client client;
  private final Workspace work;
  private final RequestParser parser;
  private final Call call;
  private byte[] pending = {};
  private int pendingBytes;
  private boolean stuck; // the client does not take its answers

  Connection(Service service, Workspace work, Client client) {
    int most = service.options().mostRequestBytes();
    this.service = service;
    this.client = client;
    this.work = work;
    this.parser = new RequestParser(MOST_WORDS, most, most + (long) CHUNK_BYTES);
    this.call = new Call(service, work, client, parser.request());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
    ByteBuf bytes = (ByteBuf) message;
    try {
      service.freeze().await();
      take(context, bytes);
    } finally {
      bytes.release();
    }
  }

  private void take(ChannelHandlerContext context, ByteBuf bytes) throws IOException {
    int length = bytes.readableBytes();
    service.traffic().bytesIn.add(length);
    if (client.closing) {
      return;
    }
    if (pendingBytes == 0 && !stuck && length <= work.input.length) {
      bytes.readBytes(work.input, 0, length);
      int used = execute(context, work.input, length);
      if (used < length) {
        pending = Arrays.copyOfRange(work.input, used, length);
        pendingBytes = length - used;
      }
      return;
    }
    if (pending.length - pendingBytes < length) {
      pending = Arrays.copyOf(pending, Math.max(pending.length * 2, pendingBytes + length));
    }
    bytes.readBytes(pending, pendingBytes, length);
    pendingBytes += length;
    executePending(context);
  }

  private void executePending(ChannelHandlerContext context) throws IOException {
    if (stuck) {
      return;
    }
    int used = execute(context, pending, pendingBytes);
    pendingBytes -= used;
    if (pendingBytes == 0) {
      pending = new byte[0];
    } else {
      System.arraycopy(pending, used, pending, 0, pendingBytes);
    }
  }

  /// Executes the requests in an array.
  ///
  /// @return how many bytes of it are done with
  private int execute(ChannelHandlerContext context, byte[] bytes, int length) throws IOException {
    RespBuffer replies = work.replies;
    replies.version3(client.version3);
    int at = 0;
    int executed = 0;
    try {
      while (!stuck && !client.closing) {
        int next = parser.read(bytes, at, length);
        if (next < 0) {
          break;
        }
        at = next;
        if (call.words() > 0) {
          Dispatcher.run(call);
          executed++;
        }
        if (replies.size() >= CHUNK_BYTES || executed == service.options().mostPipelined()) {
          executed = 0;
          send(context);
          context.flush();
          stuck = !context.channel().isWritable();
        }
      }
    } catch (ProtocolException e) {
      replies.error("ERR Protocol error: " + e.getMessage());
      client.closing = true;
    }
    work.reader.release();
    if (stuck) {
      context.channel().config().setAutoRead(false);
    }
    return client.closing ? length : at;
  }

  /// Writes what was answered: after what was written is as safe as was promised.
  private void send(ChannelHandlerContext context) throws IOException {
    RespBuffer replies = work.replies;
    if (work.wrote) {
      work.wrote = false;
      try {
        service.store().commit();
      } catch (IOException e) {
        replies.clear(); // they would say that it went well
        client.closing = true;
        throw e;
      }
    }
    if (replies.size() > 0) {
      ByteBuf out = context.alloc().directBuffer(replies.size(), replies.size());
      out.writeBytes(replies.bytes(), 0, replies.size());
      service.traffic().bytesOut.add(replies.size());
      var _ = context.write(out, context.voidPromise());
      replies.clear();
    }
    work.countInto(service.traffic());
  }

  private void finish(ChannelHandlerContext context) throws IOException {
    send(context);
    context.flush();
    if (client.closing) {
      Closing.afterSending(context);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws IOException {
    finish(context);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws IOException {
    if (stuck && context.channel().isWritable()) {
      stuck = false;
      executePending(context);
      finish(context);
      if (!stuck) {
        context.channel().config().setAutoRead(true);
      }
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    Closing.ifIdle(context, event);
  }

  /// A broken connection, or a store that cannot be written: either way it ends.
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    work.replies.clear();
    work.reader.release();
    Closing.because(context, cause);
  }
}
