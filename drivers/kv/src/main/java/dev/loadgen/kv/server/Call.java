package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Request;
import dev.loadgen.kv.resp.RespBuffer;
import dev.loadgen.kv.store.Store;

/// What a command is given. One object for each connection.
final class Call {
  final Service service;
  final Workspace work;
  final Client client;
  final RespBuffer out;
  final Store store;
  final Request request;

  Call(Service service, Workspace work, Client client, Request request) {
    this.service = service;
    this.work = work;
    this.client = client;
    this.out = work.replies;
    this.store = service.store();
    this.request = request;
  }

  /// How many words there are, the command included.
  int words() {
    return request.size();
  }

  /// Something was written, so a commit is due before the answer goes out.
  void wrote() {
    work.wrote = true;
  }
}
