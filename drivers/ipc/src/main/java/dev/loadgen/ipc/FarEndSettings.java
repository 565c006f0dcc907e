package dev.loadgen.ipc;

import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Property;
import dev.loadgen.ipc.ring.RingGeometry;

/// The settings that both ends know, so that they mean the same and are checked alike.
final class FarEndSettings {
  /// What a far end makes unless it is told otherwise.
  static final int DEFAULT_MESSAGE_BYTES = 32;

  static final int DEFAULT_CAPACITY = 1024;

  private FarEndSettings() {}

  static Property<Idle> idle(String summary) {
    return Property.choice("idle", Idle.SPIN, summary);
  }

  /// @param defaultText null for none
  static Property<Long> messageBytes(String defaultText, String summary) {
    return Property.integer("messageBytes", defaultText, summary)
        .where(
            bytes ->
                bytes >= FarEndMessage.SMALLEST_BYTES
                    && bytes <= RingGeometry.LARGEST_MESSAGE_BYTES,
            FarEndMessage.SMALLEST_BYTES + " to " + RingGeometry.LARGEST_MESSAGE_BYTES);
  }

  /// @param defaultText null for none
  static Property<Long> capacity(String defaultText, String summary) {
    return Property.integer("capacity", defaultText, summary)
        .where(
            capacity -> capacity >= 2 && capacity <= 1 << 30 && Long.bitCount(capacity) == 1,
            "a power of two from 2 to 1073741824");
  }

  static Property<Pauses> pauses(String summary) {
    return Property.pauses("pauses", null, summary);
  }
}
