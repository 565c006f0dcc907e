package dev.loadgen.kv.server;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/// A real redis-server, started for a test: that of the PATH, else the 6.2 that comes in a jar.
public final class RedisPeer implements AutoCloseable {
  private static final String NAME = "redis-server";
  private static final String REQUIRE = "loadgen.require";

  private final RedisServer server;
  private final int port;

  /// Starts it, on a port of the system's choice, without files.
  public RedisPeer() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    RedisServerBuilder builder =
        RedisServer.newRedisServer().port(port).setting("bind 127.0.0.1").setting("save \"\"");
    Optional<File> installed = installed();
    if (installed.isEmpty() && required()) {
      throw new IOException(
          NAME + " is not on the PATH, and -D" + REQUIRE + " says that it must be");
    }
    if (installed.isPresent()) {
      builder.executableProvider(installed::get);
    }
    server = builder.build();
    server.start();
  }

  /// Whether a build that is meant to test everything asks for it: then nothing takes its place.
  private static boolean required() {
    return Arrays.asList(System.getProperty(REQUIRE, "").split(",", -1)).contains(NAME);
  }

  private static Optional<File> installed() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, NAME))
        .filter(Files::isExecutable)
        .map(Path::toFile)
        .findFirst();
  }

  /// Where it listens.
  public int port() {
    return port;
  }

  /// Whether it is a Redis 7 or newer, whose words some errors are in.
  boolean isSeven() throws IOException {
    try (RawClient client = new RawClient(port)) {
      return !client.call("INFO", "server").contains("redis_version:6.");
    }
  }

  @Override
  public void close() throws IOException {
    server.stop();
  }
}
