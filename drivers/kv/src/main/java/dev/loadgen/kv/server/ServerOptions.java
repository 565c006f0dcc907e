package dev.loadgen.kv.server;

import dev.loadgen.driver.Pauses;

/// What a server is told, beside its store.
///
/// @param bind the address to listen on
/// @param port of RESP; 0 for any
/// @param httpPort of HTTP; 0 for any, −1 for none
/// @param password what clients must give; null for none
/// @param mostRequestBytes how large a request, and a value, may be
/// @param mostAnswerBytes how large the values that one MGET answers may be together; a single
///   value is not bounded by it
/// @param mostUnsentBytes how much of the answers may wait for a client to take them before its
///   requests are left unread
/// @param mostPipelined how many requests of one connection are answered together, at most
/// @param mostConnections how many there may be at once
/// @param idleS after how many seconds a silent connection is closed; 0 for never
/// @param threads event loops
/// @param pauses when the server freezes; null for never
public record ServerOptions(
    String bind,
    int port,
    int httpPort,
    String password,
    int mostRequestBytes,
    int mostAnswerBytes,
    int mostUnsentBytes,
    int mostPipelined,
    int mostConnections,
    int idleS,
    int threads,
    Pauses pauses) {
  @Override
  public String toString() {
    return "bind "
        + bind
        + ", port "
        + port
        + ", HTTP port "
        + httpPort
        + (password == null ? "" : ", with a password");
  }
}
