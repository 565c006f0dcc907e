package dev.loadgen.kv.driver;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import java.util.List;

/// The kinds of operation: a record is one value.
final class KvOperations {
  static final OperationKind READ = OperationKind.of("READ", "GET", 95, Need.KEY);
  static final OperationKind UPDATE = OperationKind.of("UPDATE", "SET", 5, Need.KEY, Need.VALUE);
  static final OperationKind INSERT =
      OperationKind.of("INSERT", "SET of a new key", 0, Need.NEW_KEY, Need.VALUE);
  static final OperationKind SCAN =
      OperationKind.of(
          "SCAN", "SCAN and MGET: the next records in slot order", 0, Need.RECORD_COUNT);
  static final OperationKind READ_MODIFY_WRITE =
      OperationKind.of("READ_MODIFY_WRITE", "GET, then SET", 0, Need.KEY, Need.VALUE);

  static final List<OperationKind> ALL = List.of(READ, UPDATE, INSERT, SCAN, READ_MODIFY_WRITE);

  private KvOperations() {}
}
