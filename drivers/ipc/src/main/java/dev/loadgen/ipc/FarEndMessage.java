package dev.loadgen.ipc;

/// The first four bytes of each message between driver and far end; what follows is payload.
///
/// ```
///   31                                               1     0
///   +-----------------------------------------------+-----+
///   | number of the message in its ring, modulo 2^31 | echo|
///   +-----------------------------------------------+-----+
/// ```
///
/// By the number the far end sees whether one was lost or doubled, and the driver which reply
/// belongs to its request, whatever was left in the rings by a session before. Echo asks for a
/// reply, which is the same message.
final class FarEndMessage {
  /// The smallest message: this word.
  static final int SMALLEST_BYTES = Integer.BYTES;

  private static final int ECHO = 1;

  private FarEndMessage() {}

  /// @param number how many messages the ring had before
  static int word(long number, boolean echo) {
    return ((int) number << 1) | (echo ? ECHO : 0);
  }

  static boolean asksForEcho(int word) {
    return (word & ECHO) != 0;
  }

  /// Whether it is the message of this number.
  static boolean hasNumber(int word, long number) {
    return word >>> 1 == ((int) number & Integer.MAX_VALUE);
  }

  /// The ring of a session that carries messages to the far end.
  static int requests(int session) {
    return 2 * session;
  }

  /// The ring of a session that carries replies.
  static int replies(int session) {
    return 2 * session + 1;
  }
}
