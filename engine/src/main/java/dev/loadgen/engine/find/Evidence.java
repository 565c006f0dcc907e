package dev.loadgen.engine.find;

import dev.loadgen.engine.plan.Rate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// What all probes say together, and which rate should be probed next. It depends on nothing but
/// the probes, in whichever order they were made: so a search that was broken off goes on by
/// itself.
///
/// From the lowest rate on the rate is doubled until one misses; then the geometric mean of the
/// highest that holds and the lowest that misses is probed until they lie within the precision of
/// one another. Both are then confirmed by runs with other seeds: a rate holds if most of its runs
/// did. If that overturns one of them, the search goes on from there. Where no backlog has been
/// seen to grow without end, higher rates are probed until one does.
public final class Evidence {
  private static final Comparator<Rate> BY_RATE = Comparator.comparingDouble(Rate::perSecond);
  private static final int FACTOR = 2;
  private static final double BEYOND = 1.2;

  private final RateRange range;
  private final double precision;
  private final int repeats;
  private final List<Probe> probes = new ArrayList<>();
  private final NavigableMap<Rate, List<Probe>> byRate = new TreeMap<>(BY_RATE);

  Evidence(SearchPlan plan) {
    this.range = plan.range();
    this.precision = plan.precision();
    this.repeats = plan.repeats();
  }

  /// Adds a probe.
  void add(Probe probe) {
    probes.add(probe);
    byRate.computeIfAbsent(probe.rate(), rate -> new ArrayList<>()).add(probe);
  }

  /// All probes, in the order in which they were made.
  public List<Probe> probes() {
    return Collections.unmodifiableList(probes);
  }

  /// Those at a rate.
  public List<Probe> at(Rate rate) {
    return byRate.getOrDefault(rate, List.of());
  }

  /// How many runs at a rate held.
  public int heldAt(Rate rate) {
    return (int) at(rate).stream().filter(Probe::held).count();
  }

  /// The lowest rate at which no more runs held than missed.
  public Optional<Rate> lowestMissed() {
    return byRate.keySet().stream().filter(rate -> !holds(rate)).findFirst();
  }

  /// The highest rate that holds, of those below all that miss.
  public Optional<Rate> highestHeld() {
    return lowestMissed()
        .map(missed -> Optional.ofNullable(byRate.lowerKey(missed)))
        .orElseGet(() -> byRate.isEmpty() ? Optional.empty() : Optional.of(byRate.lastKey()));
  }

  /// The highest rate up to which not a single run missed.
  public Optional<Rate> surelyHeld() {
    return byRate.keySet().stream()
        .takeWhile(rate -> heldAt(rate) == at(rate).size())
        .reduce((lower, higher) -> higher);
  }

  /// The lowest rate from which on, at all rates that were probed, the backlog grew in most runs.
  public Optional<Rate> lowestUnstable() {
    return byRate.descendingKeySet().stream()
        .takeWhile(this::unstable)
        .reduce((higher, lower) -> lower);
  }

  /// The highest rate below that at which it did not.
  public Optional<Rate> highestStable() {
    return lowestUnstable()
        .map(rate -> Optional.ofNullable(byRate.lowerKey(rate)))
        .orElseGet(() -> byRate.isEmpty() ? Optional.empty() : Optional.of(byRate.lastKey()));
  }

  private boolean unstable(Rate rate) {
    return 2 * at(rate).stream().filter(Probe::backlogGrows).count() > at(rate).size();
  }

  private boolean holds(Rate rate) {
    return 2 * heldAt(rate) > at(rate).size();
  }

  /// Whether further runs could not overturn it.
  private boolean settled(Rate rate) {
    int held = heldAt(rate);
    return 2 * Math.max(held, at(rate).size() - held) > repeats || at(rate).size() >= repeats;
  }

  private boolean confirmed(Rate rate) {
    return at(rate).size() >= repeats;
  }

  /// Whether nothing is left to be probed.
  public boolean complete() {
    return next().isEmpty();
  }

  /// The rate to be probed next; empty if there is nothing more to learn.
  Optional<Rate> next() {
    if (byRate.isEmpty()) {
      return Optional.of(range.low());
    }
    Optional<Rate> held = highestHeld();
    Optional<Rate> missed = lowestMissed();
    if (held.isEmpty()) {
      return missed.filter(rate -> !settled(rate));
    }
    if (missed.isEmpty()) {
      Rate highest = held.get();
      if (highest.perSecond() < range.high().perSecond()) {
        return Optional.of(above(highest));
      }
      return held.filter(rate -> !confirmed(rate));
    }
    Optional<Rate> between = between(held.get(), missed.get());
    if (between.isPresent()) {
      return between;
    }
    return held.filter(rate -> !confirmed(rate))
        .or(() -> missed.filter(rate -> !settled(rate)))
        .or(() -> beyond(held.get()));
  }

  /// Where no backlog has been seen to grow, higher and higher rates show from where on it does.
  private Optional<Rate> beyond(Rate held) {
    double last = byRate.lastKey().perSecond();
    if (lowestUnstable().isPresent() || last >= range.high().perSecond()) {
      return Optional.empty();
    }
    double next = Math.max(BEYOND * last, 2 * last - held.perSecond());
    return Optional.of(
        next < range.high().perSecond() ? rounded(next, (BEYOND - 1) * last) : range.high());
  }

  private Rate above(Rate rate) {
    double next = FACTOR * rate.perSecond();
    return next < range.high().perSecond() ? rounded(next, rate.perSecond()) : range.high();
  }

  /// A round rate between two; empty if they are near enough.
  private Optional<Rate> between(Rate low, Rate high) {
    double gap = high.perSecond() - low.perSecond();
    if (gap <= precision * low.perSecond()) {
      return Optional.empty();
    }
    return Optional.of(rounded(Math.sqrt(low.perSecond() * high.perSecond()), gap));
  }

  /// A rate with no more digits than a gap needs: of which it is wrong by a twentieth at most.
  private static Rate rounded(double perSecond, double gap) {
    int scale = 1 - (int) Math.floor(Math.log10(gap));
    BigDecimal rate =
        BigDecimal.valueOf(perSecond).setScale(Math.min(9, scale), RoundingMode.HALF_UP);
    return Rate.parse(rate.stripTrailingZeros().toPlainString());
  }
}
