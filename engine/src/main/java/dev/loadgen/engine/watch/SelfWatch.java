package dev.loadgen.engine.watch;

import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.Pacer;
import dev.loadgen.histograms.recording.Recordings;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// Watches the generator's process during one run: hiccups, GC pauses and safepoints, CPU time,
/// time that its threads waited for a CPU, what the hypervisor and the cgroup took. Used by the
/// conductor's thread.
public final class SelfWatch {
  /// Hears of pauses; called by a thread of the watch.
  @FunctionalInterface
  public interface Journal {
    /// A pause has ended; instants in the clock's time.
    void ended(String name, long startNs, long endNs);
  }

  /// A stop of all threads to collect garbage, as event and as reading.
  public static final String GC_PAUSE = "generator.gc-pause";

  /// CPU time of the process, as reading.
  public static final String CPU = "generator.cpu";

  /// How long workers waited for a CPU, as reading.
  public static final String RUN_QUEUE = "generator.run-queue";

  /// What the hypervisor took from this machine, as reading.
  public static final String STEAL = "machine.steal";

  /// How long the cgroup was throttled, as reading.
  public static final String THROTTLED = "cgroup.throttled";

  private final GcPauses pauses;
  private final HiccupMeter hiccups;
  private final Map<String, LongSupplier> readings = new TreeMap<>();

  /// Whether a counter or an event of this name is what the generator saw of itself, and no
  /// driver's.
  public static boolean owns(String name) {
    return name.startsWith("generator.") || name.equals(STEAL) || name.equals(THROTTLED);
  }

  private SelfWatch(GcPauses pauses, HiccupMeter hiccups) {
    this.pauses = pauses;
    this.hiccups = hiccups;
  }

  /// Begins to watch this process.
  public static SelfWatch begin(Clock clock, Journal journal) {
    GcPauses pauses = GcPauses.begin(clock, journal);
    SelfWatch watch = new SelfWatch(pauses, new HiccupMeter(clock));
    watch.readings.put(GC_PAUSE, pauses::sumNs);
    watch.readings.putAll(ProcessReadings.available());
    return watch;
  }

  /// Watches nothing: for runs on a clock that is not this process's.
  public static SelfWatch none() {
    return new SelfWatch(null, null);
  }

  /// Sums in ns that only grow, by name; those that this platform has.
  public Map<String, LongSupplier> readings() {
    return readings;
  }

  /// Whether hiccups are measured.
  public boolean measuresHiccups() {
    return hiccups != null;
  }

  /// Collects the hiccups since the last call, in place of which it puts an empty set.
  ///
  /// @return what was recorded, as service times of the only kind
  public Recordings swapHiccups(Recordings empty) {
    return hiccups.recorder().swap(empty);
  }

  /// An empty set for [#swapHiccups].
  public static Recordings emptyHiccups() {
    return new Recordings(HiccupMeter.layout());
  }

  /// Begins to measure hiccups and to count pauses.
  ///
  /// @param startNs from when
  /// @param pacer waits as the workers' do
  public void start(long startNs, Pacer pacer) {
    if (hiccups != null) {
      pauses.countFrom(startNs);
      hiccups.start(startNs, pacer);
    }
  }

  /// Ends the watch.
  public void end() {
    if (hiccups != null) {
      hiccups.stop();
      pauses.end();
    }
  }
}
