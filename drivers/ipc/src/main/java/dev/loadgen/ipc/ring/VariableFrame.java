package dev.loadgen.ipc.ring;

/// How a message lies in a `VARIABLE` ring: a frame that begins at a multiple of 8.
///
/// ```
///   0            4            8                          8 + length
///   +------------+------------+- - - - - - - - - - - - - -+- - - -+
///   | length     | zero       | the message               | pad   |
///   +------------+------------+- - - - - - - - - - - - - -+- - - -+
/// ```
///
/// A frame does not wrap: where it would, a frame of the length [#PADDING] fills the ring to its
/// end, and the message comes at the beginning. So that there is always room for both one day, a
/// frame is at most half of the ring.
final class VariableFrame {
  static final int HEADER_BYTES = 8;

  /// In the place of a length: nothing follows up to the ring's end.
  static final int PADDING = -1;

  private VariableFrame() {}

  /// A frame's size.
  static long bytes(int messageBytes) {
    return ((long) messageBytes + HEADER_BYTES + 7) & -8L;
  }

  /// The largest message of a ring; less than 0 if none fits.
  static int largestMessage(long capacityBytes) {
    return (int) (capacityBytes / 2 / 8 * 8 - HEADER_BYTES);
  }
}
