package dev.loadgen.kv.driver;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import java.util.List;

/// The kinds of operation: a record is one value, the workload's or a user.
final class KvOperations {
  static final OperationKind READ = OperationKind.of("READ", "GET", 95, Need.KEY);
  static final OperationKind SCAN =
      OperationKind.of(
          "SCAN", "SCAN and MGET: the next records in slot order", 0, Need.RECORD_COUNT);

  static final OperationKind UPDATE = OperationKind.of("UPDATE", "SET", 5, Need.KEY, Need.VALUE);
  static final OperationKind INSERT =
      OperationKind.of("INSERT", "SET of a new key", 0, Need.NEW_KEY, Need.VALUE);
  static final OperationKind READ_MODIFY_WRITE =
      OperationKind.of("READ_MODIFY_WRITE", "GET, then SET", 0, Need.KEY, Need.VALUE);

  static final OperationKind UPDATE_USER = OperationKind.of("UPDATE", "SET of a user", 5, Need.KEY);
  static final OperationKind INSERT_USER =
      OperationKind.of("INSERT", "SET of a new key to a user", 0, Need.NEW_KEY);
  static final OperationKind READ_MODIFY_WRITE_USER =
      OperationKind.of("READ_MODIFY_WRITE", "GET, then SET of a user", 0, Need.KEY);

  static final List<OperationKind> RAW = List.of(READ, UPDATE, INSERT, SCAN, READ_MODIFY_WRITE);
  static final List<OperationKind> USERS =
      List.of(READ, UPDATE_USER, INSERT_USER, SCAN, READ_MODIFY_WRITE_USER);

  private KvOperations() {}

  /// Whether it reads a record first, and writes it then.
  @SuppressWarnings("ReferenceEquality") // kinds are those that were declared
  static boolean readsAndWrites(OperationKind kind) {
    return kind == READ_MODIFY_WRITE || kind == READ_MODIFY_WRITE_USER;
  }
}
