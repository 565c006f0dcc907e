package dev.loadgen.engine.worker;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.workload.Workload;
import dev.loadgen.histograms.summary.CounterSummary;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/// What the engine offers to the driver of one run. Thread-safe.
final class RunContext implements DriverContext {
  private record Sum(String unit, LongAdder adder) implements Counter {
    @Override
    public void add(long amount) {
      if (amount < 0) {
        throw new IllegalArgumentException("a counter only grows, but " + amount + " was added");
      }
      adder.add(amount);
    }
  }

  private final int sessions;
  private final long seed;
  private final Workload workload;
  private final EventJournal events;
  private final Map<String, Sum> counters = new ConcurrentSkipListMap<>();

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

  /// The names of the counters that there are now, sorted.
  List<String> counterNames() {
    return List.copyOf(counters.keySet());
  }

  /// What a counter has reached.
  long count(String name) {
    return counters.get(name).adder().sum();
  }

  List<CounterSummary> counterSummaries() {
    List<CounterSummary> summaries = new ArrayList<>();
    counters.forEach(
        (name, sum) -> summaries.add(new CounterSummary(name, sum.unit(), sum.adder().sum())));
    return summaries;
  }
}
