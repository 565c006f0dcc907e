package dev.loadgen.kv.driver;

import dev.loadgen.kv.resp.RespBuffer;
import java.util.ArrayList;
import java.util.List;

/// Requests that are sent together, and who waits for their replies, in the same order.
final class Batch {
  private final RespBuffer bytes = new RespBuffer(4 << 10);
  private final List<InFlight> operations = new ArrayList<>();

  RespBuffer bytes() {
    return bytes;
  }

  void add(InFlight operation) {
    operations.add(operation);
  }

  List<InFlight> operations() {
    return operations;
  }

  boolean isEmpty() {
    return operations.isEmpty();
  }
}
