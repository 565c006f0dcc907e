package dev.loadgen.ipc.ring;

/// What one end of a ring keeps to itself: its own index, and the other end's as it last saw it.
///
/// Both are written for each message, or often; here they take one instruction, in the ring's
/// memory several. They are alone on their lines.
final class EndIndices {
  @SuppressWarnings("unused")
  private long before1, before2, before3, before4, before5, before6, before7, before8;
  @SuppressWarnings("unused")
  private long before9, before10, before11, before12, before13, before14, before15, before16;

  /// This end's own.
  long own;

  /// The other end's, or less.
  long seen;

  @SuppressWarnings("unused")
  private long after1, after2, after3, after4, after5, after6, after7, after8;
  @SuppressWarnings("unused")
  private long after9, after10, after11, after12, after13, after14, after15, after16;

  EndIndices(long own, long seen) {
    this.own = own;
    this.seen = seen;
  }
}
