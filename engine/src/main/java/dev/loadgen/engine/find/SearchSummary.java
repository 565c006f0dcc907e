package dev.loadgen.engine.find;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.Rate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A search and its result in members, as in `find.json`.
public final class SearchSummary {
  private static final long SCHEMA = 1;

  private SearchSummary() {}

  /// The members.
  ///
  /// @param plan the plan as it is shown
  static Map<String, Object> of(Limit limit, Map<String, String> plan, ProbeTable table) {
    Evidence evidence = limit.evidence();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("schema", SCHEMA);
    members.put("outcome", limit.outcome());
    members.put("version", LoadGenerator.version());
    members.put("precision", limit.plan().precision());
    members.put("repeats", limit.plan().repeats());
    rate(members, "limit", limit.rate(), evidence);
    rate(members, "missed", evidence.lowestMissed(), evidence);
    members.put("stable_per_s", perSecond(evidence.highestStable()));
    members.put("unstable_per_s", perSecond(evidence.lowestUnstable()));
    members.put("conclusion", limit.sentences());
    members.put("plan", plan);
    members.put("probes", evidence.probes().stream().map(table::cells).toList());
    return members;
  }

  private static void rate(
      Map<String, Object> members, String name, Optional<Rate> rate, Evidence evidence) {
    members.put(name + "_per_s", perSecond(rate));
    members.put(name + "_runs", rate.map(at -> (long) evidence.at(at).size()).orElse(0L));
    members.put(name + "_runs_held", rate.map(at -> (long) evidence.heldAt(at)).orElse(0L));
  }

  private static Double perSecond(Optional<Rate> rate) {
    return rate.map(Rate::perSecond).orElse(null);
  }
}
