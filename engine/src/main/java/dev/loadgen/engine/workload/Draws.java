package dev.loadgen.engine.workload;

/// Random draws that are a pure function of (seed, number, purpose), so that a run repeats whatever
/// its threads do. The mixer is the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", OOPSLA 2014), applied to a Weyl sequence.
final class Draws {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private Draws() {}

  /// 64 random bits.
  static long bits(long seed, long number, int purpose) {
    return mix(mix(seed + purpose * 0xD1B54A32D192ED03L) + (number + 1) * GOLDEN_GAMMA);
  }

  /// A number in [0, 1) with 53 random bits.
  static double unit(long seed, long number, int purpose) {
    return (bits(seed, number, purpose) >>> 11) * 0x1.0p-53;
  }

  /// A number in [0, bound), by the high half of a 128-bit product (bias below bound ÷ 2^64).
  static long below(long bound, long seed, long number, int purpose) {
    return Math.unsignedMultiplyHigh(bits(seed, number, purpose), bound);
  }

  static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
