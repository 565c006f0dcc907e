package dev.loadgen.engine.workload;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What tests of the workload have in common.
final class Samples {
  static final OperationKind READ =
      OperationKind.of("READ", "reads", 1, Need.KEY, Need.FIELD_NAMES);
  static final OperationKind UPDATE =
      OperationKind.of("UPDATE", "writes", 1, Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);

  private Samples() {}

  static String text(ByteBuffer buffer) {
    return StandardCharsets.US_ASCII.decode(buffer.duplicate()).toString();
  }
}
