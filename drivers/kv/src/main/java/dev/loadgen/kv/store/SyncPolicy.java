package dev.loadgen.kv.store;

/// When writes are forced to the disk. Whatever it is, a killed process loses nothing that it
/// acknowledged: the policy says what a loss of power may cost.
///
/// @param kind which of the three
/// @param intervalNs for [Kind#INTERVAL]: at most how long a write may be in memory only; else 0
public record SyncPolicy(Kind kind, long intervalNs) {
  /// The kinds of policy.
  public enum Kind {
    /// The operating system decides: on Linux usually within 30 s.
    OS,
    /// Everything is forced in the background, once in each interval.
    INTERVAL,
    /// [Store#commit] returns when what was written before is on the disk.
    ALWAYS
  }

  /// The operating system decides.
  public static final SyncPolicy OS = new SyncPolicy(Kind.OS, 0);

  /// Each commit is forced.
  public static final SyncPolicy ALWAYS = new SyncPolicy(Kind.ALWAYS, 0);

  /// @throws IllegalArgumentException if an interval is not positive, or given without need
  public SyncPolicy {
    if (kind == Kind.INTERVAL ? intervalNs <= 0 : intervalNs != 0) {
      throw new IllegalArgumentException(kind + " with an interval of " + intervalNs + " ns");
    }
  }

  /// Once in each interval.
  public static SyncPolicy every(long intervalNs) {
    return new SyncPolicy(Kind.INTERVAL, intervalNs);
  }
}
