package dev.loadgen.driver;

/// Random draws that are a pure function of (seed, number, purpose), so that a run repeats whatever
/// its threads do: draw for an operation with its [Operation#sequence] as the number. The mixer is
/// the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", OOPSLA 2014), applied to a Weyl sequence.
///
/// Who shares a seed with others must [#derive] one of their own first: else the same number and
/// purpose give the same draw, and what should be independent is not.
public final class Draws {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final long PURPOSE_GAMMA = 0xD1B54A32D192ED03L;
  private static final long FNV_OFFSET_BASIS = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1099511628211L;

  private Draws() {}

  /// A seed of one's own: draws from it are independent of those from the seed itself, and from
  /// seeds derived under other names.
  ///
  /// @param name of who draws, for example the driver's
  public static long derive(long seed, String name) {
    long hash = FNV_OFFSET_BASIS;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * FNV_PRIME;
    }
    return mix(seed ^ mix(hash));
  }

  /// 64 random bits.
  public static long bits(long seed, long number, int purpose) {
    return mix(mix(seed + purpose * PURPOSE_GAMMA) + (number + 1) * GOLDEN_GAMMA);
  }

  /// A number in [0, 1) with 53 random bits.
  public static double unit(long seed, long number, int purpose) {
    return (bits(seed, number, purpose) >>> 11) * 0x1.0p-53;
  }

  /// A number in [0, bound), by the high half of a 128-bit product (bias below bound ÷ 2^64).
  ///
  /// @param bound more than 0
  public static long below(long bound, long seed, long number, int purpose) {
    return Math.unsignedMultiplyHigh(bits(seed, number, purpose), bound);
  }

  /// Scatters 64 bits: a bijection of which each output bit depends on all input bits.
  public static long mix(long bits) {
    long x = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
