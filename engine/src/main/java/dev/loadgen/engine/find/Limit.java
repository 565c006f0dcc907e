package dev.loadgen.engine.find;

import dev.loadgen.engine.find.Probe.Verdict;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.result.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a search found.
///
/// @param plan what was searched for
/// @param evidence all probes
/// @param ending why it ended
/// @param failure what went wrong, if that is why; else empty
public record Limit(SearchPlan plan, Evidence evidence, Ending ending, String failure) {
  /// Why a search ended.
  public enum Ending {
    /// Nothing is left to be learnt.
    COMPLETE,
    /// The budget is used up.
    OUT_OF_BUDGET,
    /// Somebody stopped it.
    INTERRUPTED,
    /// A probe could not be made.
    FAILED
  }

  private static final String GO_ON = "find --resume DIR, with the search's directory, goes on.";

  /// The highest rate that holds.
  public Optional<Rate> rate() {
    return evidence.highestHeld();
  }

  /// The exit code of the command.
  public RunStatus status() {
    return switch (ending) {
      case INTERRUPTED -> RunStatus.INTERRUPTED;
      case FAILED -> RunStatus.FAILED;
      case COMPLETE, OUT_OF_BUDGET -> rate().isPresent() ? RunStatus.COMPLETED : RunStatus.MISSED;
    };
  }

  /// How it ended, in a word: `found`, `lowest-misses`, `highest-holds`, `out-of-budget`,
  /// `interrupted`, `failed`.
  public String outcome() {
    if (ending != Ending.COMPLETE) {
      return ending.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    if (rate().isEmpty()) {
      return "lowest-misses";
    }
    return evidence.lowestMissed().isPresent() ? "found" : "highest-holds";
  }

  /// What it found and how sure that is, in sentences.
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    switch (ending) {
      case OUT_OF_BUDGET ->
          sentences.add("OUT OF BUDGET: this is what was found until then. " + GO_ON);
      case INTERRUPTED -> sentences.add("INTERRUPTED: this is what was found until then. " + GO_ON);
      case FAILED -> sentences.add("FAILED: " + failure);
      case COMPLETE -> {}
    }
    if (evidence.probes().isEmpty()) {
      return sentences;
    }
    limit(sentences);
    generator(sentences);
    backlog(sentences);
    return sentences;
  }

  private void limit(List<String> sentences) {
    Optional<Rate> held = rate();
    Optional<Rate> missed = evidence.lowestMissed();
    if (held.isEmpty()) {
      Rate lowest = missed.orElseThrow();
      sentences.add(
          String.format(
              "Even the lowest rate misses: %s did in %s. %s.",
              Units.rate(lowest), runs(missedAt(lowest), lowest), firstReason(lowest)));
      return;
    }
    Rate rate = held.get();
    String sure = evidence.at(rate).size() < plan.repeats() ? ", which is not confirmed" : "";
    sentences.add(
        String.format(
            "The highest rate that holds is %s: it did in %s%s. %s",
            Units.rate(rate), runs(evidence.heldAt(rate), rate), sure, spread(rate)));
    evidence
        .surelyHeld()
        .filter(surely -> evidence.heldAt(rate) < evidence.at(rate).size())
        .ifPresent(
            surely -> sentences.add("Every run held at " + Units.rate(surely) + " and below."));
    if (missed.isEmpty()) {
      sentences.add(
          ending == Ending.COMPLETE
              ? "That is the highest rate that was asked for: the limit lies above it."
              : "No higher rate has been probed: the limit may lie above it.");
      return;
    }
    Rate above = missed.get();
    sentences.add(
        String.format(
            Locale.ROOT,
            "%s missed in %s, so the limit is known to within %s. %s.",
            Units.rate(above),
            runs(missedAt(above), above),
            Units.percent(above.perSecond() / rate.perSecond() - 1),
            firstReason(above)));
  }

  private int missedAt(Rate rate) {
    return evidence.at(rate).size() - evidence.heldAt(rate);
  }

  private String runs(int count, Rate rate) {
    int all = evidence.at(rate).size();
    return count + " of " + all + (all == 1 ? " run" : " runs");
  }

  private String firstReason(Rate rate) {
    return evidence.at(rate).stream()
        .filter(probe -> !probe.held())
        .findFirst()
        .map(Probe::reason)
        .orElse("");
  }

  /// How far the figure of the first objective differed from run to run.
  private String spread(Rate rate) {
    Objective objective = plan.run().objectives().getFirst();
    List<Double> figures =
        evidence.at(rate).stream().map(probe -> probe.figures().getFirst()).sorted().toList();
    String least = figure(objective, figures.getFirst());
    String most = figure(objective, figures.getLast());
    return least.equals(most)
        ? objective + ": " + least + "."
        : objective + ": " + least + " to " + most + ".";
  }

  private static String figure(Objective objective, double value) {
    if (!Double.isFinite(value)) {
      return "unknown";
    }
    return objective.metric() instanceof Objective.Share ? Units.percent(value) : Units.time(value);
  }

  private void generator(List<String> sentences) {
    evidence
        .lowestMissed()
        .ifPresent(rate -> {
          int own =
              (int)
                  evidence.at(rate).stream()
                      .filter(probe -> probe.verdict() == Verdict.GENERATOR)
                      .count();
          if (own > 0) {
            sentences.add(
                "WARNING: the generator is the limit: at "
                    + Units.rate(rate)
                    + " it was late itself, or stood still, in "
                    + runs(own, rate)
                    + ", which tell nothing of the system. Give it more CPU.");
          }
        });
  }

  private void backlog(List<String> sentences) {
    evidence
        .lowestUnstable()
        .ifPresent(rate ->
            sentences.add(
                "The backlog grew through the whole window from "
                    + Units.rate(rate)
                    + " on"
                    + evidence
                        .highestStable()
                        .map(
                            stable -> ", and was not seen to in most runs at " + Units.rate(stable))
                        .orElse("")
                    + "."));
  }
}
