package dev.loadgen.engine.worker;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.watch.SelfWatch;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.summary.CounterSummary;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/// What the engine offers to the driver of one run. Thread-safe.
final class RunContext implements DriverContext {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*([.-][a-z0-9]+)*");

  private record Sum(String unit, LongAdder adder) implements Counter {
    @Override
    public void add(long amount) {
      if (amount < 0) {
        throw new IllegalArgumentException("a counter only grows, but " + amount + " was added");
      }
      adder.add(amount);
    }
  }

  /// A sum that somebody else keeps, from where it was when the run began.
  private record Reading(LongSupplier sum, long firstNs) {
    long grownNs() {
      return sum.getAsLong() - firstNs;
    }
  }

  private final int sessions;
  private final long seed;
  private final Workload workload;
  private final EventJournal events;
  private final Map<String, Sum> counters = new ConcurrentSkipListMap<>();
  private final Map<String, Reading> readings = new ConcurrentSkipListMap<>();

  RunContext(int sessions, long seed, Workload workload, Clock clock) {
    this.sessions = sessions;
    this.seed = seed;
    this.workload = workload;
    this.events = new EventJournal(clock);
  }

  EventJournal events() {
    return events;
  }

  @Override
  public int sessions() {
    return sessions;
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public Counter counter(String name, String unit) {
    Objects.requireNonNull(unit, () -> "the unit of the counter " + name);
    if (!NAME.matcher(name).matches() || SelfWatch.owns(name)) {
      throw new IllegalArgumentException(
          "a counter cannot be named '"
              + name
              + "': expected lower-case words, joined by '.' or '-'");
    }
    return counters.computeIfAbsent(name, key -> new Sum(unit, new LongAdder()));
  }

  @Override
  public Event begin(String name) {
    return events.begin(name);
  }

  @Override
  public boolean matches(ByteBuffer key, ByteBuffer value) {
    return workload.matches(key, value);
  }

  @Override
  public void checked(boolean right) {
    workload.checked(right);
  }

  /// Sums in ns that are shown beside the driver's counters, from what they are now.
  void read(Map<String, LongSupplier> sums) {
    sums.forEach((name, sum) -> readings.put(name, new Reading(sum, sum.getAsLong())));
  }

  /// The names of the counters and readings that there are now.
  List<String> counterNames() {
    List<String> names = new ArrayList<>(counters.keySet());
    names.addAll(readings.keySet());
    return names;
  }

  /// What a counter or reading has reached.
  long count(String name) {
    Reading reading = readings.get(name);
    return reading == null ? counters.get(name).adder().sum() : reading.grownNs();
  }

  List<CounterSummary> counterSummaries() {
    List<CounterSummary> summaries = new ArrayList<>();
    counters.forEach(
        (name, sum) -> summaries.add(new CounterSummary(name, sum.unit(), sum.adder().sum())));
    readings.forEach(
        (name, reading) -> summaries.add(new CounterSummary(name, "ns", reading.grownNs())));
    return summaries;
  }
}
