package dev.loadgen.mockdb.model;

/// Random draws that are a pure function of (seed, sequence, which): the finaliser of SplitMix64
/// (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014) over a Weyl
/// sequence.
final class Draws {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private Draws() {}

  /// A number in [0, 1) with 53 random bits.
  static double unit(long seed, long sequence, int which) {
    long stream = mix(seed + which * 0xD1B54A32D192ED03L);
    return (mix(stream + (sequence + 1) * GOLDEN_GAMMA) >>> 11) * 0x1.0p-53;
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
