package dev.loadgen.engine.result;

import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.RunPlan;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A plan as it is shown.
public final class PlanText {
  private PlanText() {}

  /// The plan's parts under the names of the command's options.
  public static Map<String, Object> of(RunPlan plan) {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("target", plan.target().map(Object::toString).orElse(null));
    parts.put("threads", plan.threads());
    parts.put("schedule", spelling(plan.schedule()));
    parts.put("wait", spelling(plan.waiting()));
    parts.put("duration", plan.duration().map(Quantities::format).orElse(null));
    parts.put("operations", plan.operations().orElse(null));
    parts.put("warmup", Quantities.format(plan.warmup()));
    parts.put("warmup_backlog", spelling(plan.warmupBacklog()));
    parts.put("interval", Quantities.format(plan.interval()));
    parts.put("drain", Quantities.format(plan.drain()));
    parts.put("seed", plan.seed());
    parts.put("mix", plan.mix().map(Object::toString).orElse(null));
    parts.put("properties", new TreeMap<>(plan.properties()));
    return parts;
  }

  private static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
