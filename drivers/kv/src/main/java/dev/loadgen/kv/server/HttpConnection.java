package dev.loadgen.kv.server;

import dev.loadgen.kv.store.StoreException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.flow.FlowControlHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/// A connection that speaks HTTP: `GET`, `PUT`, `DELETE`, `HEAD` of `/v1/keys/{key}`, `GET
/// /v1/keys?prefix=&cursor=&count=`, `/healthz`, `/metrics`. Keys are bytes; in paths they are
/// percent-encoded.
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final String KEYS = "/v1/keys";
  private static final String TEXT = "text/plain; charset=utf-8";

  /// The longest key, if each of its bytes is percent-encoded, and what else stands in the line.
  private static final int MOST_LINE_BYTES = 3 * 65_535 + 256;

  private static final int MOST_HEADER_BYTES = 8 << 10;
  private static final int CHUNK_BYTES = 8 << 10;

  /// What is answered.
  record Answer(HttpResponseStatus status, String type, ByteBuf content) {
    static Answer of(HttpResponseStatus status, String type, byte[] content) {
      return new Answer(status, type, Unpooled.wrappedBuffer(content));
    }

    static Answer text(HttpResponseStatus status, String text) {
      return of(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private final Service service;
  private final Workspace work;

  private HttpConnection(Service service, Workspace work) {
    this.service = service;
    this.work = work;
  }

  static void addTo(ChannelPipeline pipeline, Service service, Workspace work) {
    pipeline
        // Not the codec of both, which takes only so many requests before it wants an answer.
        .addLast(new HttpRequestDecoder(MOST_LINE_BYTES, MOST_HEADER_BYTES, CHUNK_BYTES))
        .addLast(new HttpResponseEncoder())
        .addLast(new FlowControlHandler()) // keeps back what is not to be read yet
        .addLast(new HttpObjectAggregator(service.options().mostRequestBytes()))
        .addLast(new HttpConnection(service, work));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    service.freeze().await();
    service.traffic().httpRequests.increment();
    Answer answer;
    try {
      answer = answer(request);
    } catch (IllegalArgumentException e) {
      answer = Answer.text(HttpResponseStatus.BAD_REQUEST, e.getMessage() + "\n");
    } catch (IOException e) {
      answer = Answer.text(status(e), e.getMessage() + "\n");
    } finally {
      work.reader.release();
      work.countInto(service.traffic());
    }
    send(context, request, answer);
  }

  private static HttpResponseStatus status(IOException failure) {
    boolean tooLong =
        failure instanceof StoreException store && store.reason() == StoreException.Reason.TOO_LONG;
    return tooLong
        ? HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE
        : HttpResponseStatus.INSUFFICIENT_STORAGE;
  }

  private static void send(ChannelHandlerContext context, FullHttpRequest request, Answer answer) {
    boolean head = request.method().equals(HttpMethod.HEAD);
    int length = answer.content().readableBytes();
    ByteBuf content = head ? Unpooled.EMPTY_BUFFER : answer.content();
    var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, answer.status(), content);
    if (answer.status().code() != HttpResponseStatus.NO_CONTENT.code()) {
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, answer.type());
      response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, length);
    }
    if (answer.status().code() == HttpResponseStatus.UNAUTHORIZED.code()) {
      response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"loadgen-kv\"");
    }
    // Nothing is read any more after what is no request.
    boolean keep = HttpUtil.isKeepAlive(request) && request.decoderResult().isSuccess();
    if (keep) {
      HttpUtil.setKeepAlive(response, true);
      var _ = context.writeAndFlush(response, context.voidPromise());
    } else {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private Answer answer(FullHttpRequest request) throws IOException {
    if (!request.decoderResult().isSuccess()) {
      return Answer.text(HttpResponseStatus.BAD_REQUEST, "this is no HTTP request\n");
    }
    String uri = request.uri();
    int question = uri.indexOf('?');
    String path = question < 0 ? uri : uri.substring(0, question);
    if (path.equals("/healthz")) {
      return Answer.text(HttpResponseStatus.OK, "ok\n");
    }
    if (!isAuthenticated(request)) {
      return Answer.text(HttpResponseStatus.UNAUTHORIZED, "a password is needed\n");
    }
    if (path.equals("/metrics")) {
      return Answer.of(
          HttpResponseStatus.OK,
          "text/plain; version=0.0.4; charset=utf-8",
          Metrics.text(service).getBytes(StandardCharsets.UTF_8));
    }
    if (path.equals(KEYS) && request.method().equals(HttpMethod.GET)) {
      return KeyListing.answer(work, new QueryStringDecoder(uri));
    }
    if (path.startsWith(KEYS + "/")) {
      return value(request, PercentCoding.decode(path.substring(KEYS.length() + 1)));
    }
    return Answer.text(HttpResponseStatus.NOT_FOUND, "there is nothing at " + path + "\n");
  }

  private boolean isAuthenticated(FullHttpRequest request) {
    String password = service.options().password();
    if (password == null) {
      return true;
    }
    String given = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
    if (!given.startsWith("Basic ")) {
      return false;
    }
    String pair =
        new String(Base64.getDecoder().decode(given.substring(6).strip()), StandardCharsets.UTF_8);
    return MessageDigest.isEqual(
        password.getBytes(StandardCharsets.UTF_8),
        pair.substring(pair.indexOf(':') + 1).getBytes(StandardCharsets.UTF_8));
  }

  private Answer value(FullHttpRequest request, byte[] key) throws IOException {
    HttpMethod method = request.method();
    if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
      byte[] value = work.reader.get(key);
      return value == null
          ? Answer.text(HttpResponseStatus.NOT_FOUND, "there is no such key\n")
          : Answer.of(HttpResponseStatus.OK, "application/octet-stream", value);
    }
    boolean there;
    if (method.equals(HttpMethod.PUT)) {
      byte[] value = new byte[request.content().readableBytes()];
      request.content().readBytes(value);
      there = service.store().put(key, value);
      service.store().commit();
      return Answer.text(there ? HttpResponseStatus.NO_CONTENT : HttpResponseStatus.CREATED, "");
    }
    if (method.equals(HttpMethod.DELETE)) {
      there = service.store().remove(key);
      service.store().commit();
      return there
          ? Answer.text(HttpResponseStatus.NO_CONTENT, "")
          : Answer.text(HttpResponseStatus.NOT_FOUND, "there is no such key\n");
    }
    return Answer.text(
        HttpResponseStatus.METHOD_NOT_ALLOWED, "GET, HEAD, PUT and DELETE are known here\n");
  }

  /// A client that does not take its answers is not read until it does.
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Channel channel = context.channel();
    if (channel.isWritable()) { // later: what waits to be read would be read within this call
      context.executor().execute(() -> channel.config().setAutoRead(channel.isWritable()));
    } else {
      channel.config().setAutoRead(false);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    Closing.ifIdle(context, event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.because(context, cause);
  }
}
