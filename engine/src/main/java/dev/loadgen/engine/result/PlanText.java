package dev.loadgen.engine.result;

import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.RateProfile;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.RunPlan;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A plan as it is shown: with what its defaults came to, and without its secrets.
public final class PlanText {
  private PlanText() {}

  /// The plan's parts under the names of the command's options.
  ///
  /// @param driver the driver's name
  /// @param mix the shares of the kinds of operation, as resolved
  /// @param properties settings of workload and driver, fit to be shown
  public static Map<String, Object> of(
      RunPlan plan, String driver, Mix mix, Map<String, String> properties) {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("driver", driver);
    parts.put("target", plan.target().map(Object::toString).orElse(null));
    parts.put(
        "target_per_second",
        plan.target()
            .filter(RateProfile::isConstant)
            .map(profile -> profile.perSecondAt(0))
            .orElse(null));
    parts.put("arrivals", plan.target().map(target -> plan.arrivals().toString()).orElse(null));
    parts.put("replay", plan.replay().map(replay -> replay.file().toString()).orElse(null));
    parts.put("speed", plan.replay().map(Replay::speed).orElse(null));
    parts.put("model", plan.open().isPresent() ? "open" : "closed");
    parts.put("threads", plan.open().isPresent() ? null : plan.threads());
    parts.put("max_in_flight", plan.open().map(OpenModel::maxInFlight).orElse(null));
    parts.put("dispatchers", plan.open().map(OpenModel::dispatchers).orElse(null));
    parts.put("sessions", plan.open().flatMap(OpenModel::sessions).orElse(null));
    parts.put("schedule", plan.isScheduled() ? spelling(plan.schedule()) : null);
    parts.put("wait", spelling(plan.waiting()));
    parts.put("spin_budget", plan.spinBudget());
    parts.put("duration", plan.duration().map(Quantities::format).orElse(null));
    parts.put("operations", plan.operations().orElse(null));
    parts.put("warmup", Quantities.format(plan.warmup()));
    parts.put("warmup_backlog", spelling(plan.warmupBacklog()));
    parts.put("harness_warmup", plan.harnessWarmup());
    parts.put("interval", Quantities.format(plan.interval()));
    parts.put("drain", Quantities.format(plan.drain()));
    parts.put("seed", plan.seed());
    parts.put("max_errors", plan.maxErrors() == Long.MAX_VALUE ? null : plan.maxErrors());
    if (!plan.objectives().isEmpty()) {
      parts.put(
          "slo",
          plan.objectives().stream().map(Object::toString).collect(Collectors.joining(", ")));
      parts.put("abort_on_slo", plan.abortOnMiss());
    }
    parts.put("mix", mix.toString());
    parts.put("roles", plan.roles().map(Object::toString).orElse(null));
    parts.put("verify", plan.verify());
    parts.put("loading_after", plan.loading().orElse(null));
    parts.put("properties", new TreeMap<>(properties));
    return parts;
  }

  private static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
