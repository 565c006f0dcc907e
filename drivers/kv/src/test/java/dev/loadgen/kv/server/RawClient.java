package dev.loadgen.kv.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/// A client that sends what it is told to and gives replies back as they came, as text of one
/// character for each byte.
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MS = 30_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /// Sends a command and reads its reply.
  String call(String... words) throws IOException {
    send(encoded(words));
    return reply();
  }

  static String encoded(String... words) {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return text.toString();
  }

  void send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Reads one reply, with all that is in it.
  String reply() throws IOException {
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    reply(reply);
    return reply.toString(StandardCharsets.ISO_8859_1);
  }

  private void reply(ByteArrayOutputStream reply) throws IOException {
    String line = line(reply);
    switch (line.charAt(0)) {
      case '$', '=' -> {
        int length = Integer.parseInt(line.substring(1));
        if (length >= 0) {
          reply.writeBytes(in.readNBytes(length + 2));
        }
      }
      case '*', '~', '%' -> {
        int length = Integer.parseInt(line.substring(1)) * (line.charAt(0) == '%' ? 2 : 1);
        for (int i = 0; i < length; i++) {
          reply(reply);
        }
      }
      default -> {
        return;
      }
    }
  }

  private String line(ByteArrayOutputStream reply) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server closed the connection");
      }
      reply.write(next);
      if (next == '\n') {
        return line.substring(0, line.length() - 1);
      }
      line.append((char) next);
    }
  }

  /// All that still comes until the server closes the connection.
  String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /// Whether the server closes the connection, after whatever it still says.
  boolean isClosedByServer() throws IOException {
    try {
      in.readAllBytes();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
