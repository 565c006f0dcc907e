package dev.loadgen.kv.driver;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.kv.resp.RespBuffer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/// The server under test, and what is told of it.
///
/// @param host its name
/// @param port its port
/// @param password null for none
/// @param timeoutMs how long connecting may take
/// @param context of the run
/// @param reconnects counted in the summary
record Target(
    String host,
    int port,
    String password,
    int timeoutMs,
    DriverContext context,
    Counter reconnects) {
  /// The event from the loss of a connection until it is there again.
  static final String OUTAGE = "reconnect";

  InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  /// Writes the command that gives the password.
  void writeAuth(RespBuffer out) {
    out.array(2);
    out.bulk("AUTH");
    out.bulk(password.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
