package dev.loadgen.mockdb;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What both drivers of this module offer: the kinds of a plain store of records.
final class MockOperations {
  /// Nothing is stored, so they need nothing, but for what makes them what they are.
  static final List<OperationKind> BARE = of();

  /// A key is made for each.
  static final List<OperationKind> WITH_KEYS = of(Need.KEY);

  /// A key and all that a real store would need.
  static final List<OperationKind> WITH_RECORDS = of(Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);

  private MockOperations() {}

  private static List<OperationKind> of(Need... writing) {
    Set<Need> write = Set.of(writing);
    Set<Need> read = without(Need.FIELD_VALUES, write);
    return List.of(
        new OperationKind("READ", "reads a record", 95, read),
        new OperationKind("UPDATE", "writes fields of a record", 5, write),
        new OperationKind(
            "INSERT", "makes a record", 0, with(Need.NEW_KEY, without(Need.KEY, write))),
        new OperationKind("SCAN", "reads records in a row", 0, with(Need.RECORD_COUNT, read)),
        new OperationKind("READ_MODIFY_WRITE", "reads a record, then writes it", 0, write));
  }

  private static Set<Need> with(Need need, Set<Need> needs) {
    Set<Need> more = new HashSet<>(needs);
    more.add(need);
    return more;
  }

  private static Set<Need> without(Need need, Set<Need> needs) {
    Set<Need> fewer = new HashSet<>(needs);
    fewer.remove(need);
    return fewer;
  }
}
