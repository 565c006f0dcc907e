package dev.loadgen.mockdb;

import dev.loadgen.driver.OperationKind;
import java.util.List;

/// What both drivers of this module offer: the kinds of a plain key-value store. They need no key
/// and no value, since nothing is stored.
final class MockOperations {
  static final List<OperationKind> ALL =
      List.of(
          OperationKind.of("READ", "reads a record", 95),
          OperationKind.of("UPDATE", "writes fields of a record", 5));

  private MockOperations() {}
}
