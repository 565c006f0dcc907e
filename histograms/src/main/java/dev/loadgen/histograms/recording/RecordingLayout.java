package dev.loadgen.histograms.recording;

/// What a set of recordings holds.
///
/// @param kinds how many kinds of operation there are
/// @param outcomes how many outcomes are told apart
/// @param scheduled whether there are intended times, hence response, wait and lag
/// @param warmup whether there is a warm-up, recorded apart
/// @param highestNs the largest latency for which room is made up front; larger ones make room when
///   they come, so none is ever clamped
public record RecordingLayout(
    int kinds, int outcomes, boolean scheduled, boolean warmup, long highestNs) {
  private static final int DIGITS_BUCKET = 1024; // of 3 significant digits, in counts per doubling

  /// About how many bytes one set takes.
  public long bytesEach() {
    int doublings = Math.max(0, 64 - Long.numberOfLeadingZeros(Math.max(1, highestNs)) - 11);
    long histogram = 8L * (2 * DIGITS_BUCKET + (long) doublings * DIGITS_BUCKET);
    return kinds * (warmup ? 2L : 1L) * (scheduled ? 4L : 1L) * histogram;
  }
}
