package dev.loadgen.mockdb;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import java.util.List;

/// What both drivers of this module offer: the kinds of a plain key-value store.
final class MockOperations {
  /// Nothing is stored, so they need no key and no value.
  static final List<OperationKind> BARE = of(new Need[0], new Need[0]);

  /// A key is made for each.
  static final List<OperationKind> WITH_KEYS = of(new Need[] {Need.KEY}, new Need[] {Need.KEY});

  /// A key and all that a real store would need.
  static final List<OperationKind> WITH_RECORDS =
      of(
          new Need[] {Need.KEY, Need.FIELD_NAMES},
          new Need[] {Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES});

  private MockOperations() {}

  private static List<OperationKind> of(Need[] reading, Need[] updating) {
    return List.of(
        OperationKind.of("READ", "reads a record", 95, reading),
        OperationKind.of("UPDATE", "writes fields of a record", 5, updating));
  }
}
