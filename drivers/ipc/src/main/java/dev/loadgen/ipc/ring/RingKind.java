package dev.loadgen.ipc.ring;

/// How messages lie in a ring, and who may use it. The codes are part of the file format.
public enum RingKind {
  /// One producer, one consumer, messages of one size.
  FIXED(1),
  /// One producer, one consumer, messages of any size up to a limit.
  VARIABLE(2),
  /// Many producers, many consumers, messages of one size.
  SHARED(3),
  /// One producer, one consumer, messages of one size, each of which says itself that it is there:
  /// the quickest for one message at a time, and slower than [#FIXED] for many at once.
  STAMPED(4);

  private final int code;

  RingKind(int code) {
    this.code = code;
  }

  /// What stands for it in a file.
  int code() {
    return code;
  }

  /// The kind with this code; null if there is none.
  static RingKind ofCode(int code) {
    for (RingKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
