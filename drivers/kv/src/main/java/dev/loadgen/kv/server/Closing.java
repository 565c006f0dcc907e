package dev.loadgen.kv.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How connections end.
final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger("dev.loadgen.kv.server");

  private Closing() {}

  /// Once what was written before has been sent.
  static void afterSending(ChannelHandlerContext context) {
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  static void ifIdle(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      var _ = context.close();
    }
  }

  /// Clients that go away are nothing to speak of.
  static void because(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException) || context.channel().isActive()) {
      LOG.debug("a connection was closed", cause);
    }
    if (cause instanceof IllegalStateException || cause instanceof RuntimeException) {
      LOG.warn("a connection was closed: {}", cause.toString());
    }
    var _ = context.close();
  }
}
