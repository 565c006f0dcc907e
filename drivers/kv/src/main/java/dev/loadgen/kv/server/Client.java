package dev.loadgen.kv.server;

/// What a connection remembers between commands. Used by its event loop alone.
final class Client {
  final long id;
  final String address;
  boolean authenticated;
  boolean version3;
  boolean closing;
  String name = "";

  Client(long id, String address, boolean authenticated) {
    this.id = id;
    this.address = address;
    this.authenticated = authenticated;
  }

  /// As CLIENT INFO tells it.
  String info() {
    return "id="
        + id
        + " addr="
        + address
        + " name="
        + name
        + " db=0 resp="
        + (version3 ? 3 : 2)
        + "\n";
  }
}
