package dev.loadgen.engine.result;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Where a run took place.
public final class Environment {
  private Environment() {}

  /// What can be told of this process and machine.
  public static Map<String, Object> now() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("java", System.getProperty("java.vendor") + " " + Runtime.version());
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("arch", System.getProperty("os.arch"));
    facts.put("cpus", Runtime.getRuntime().availableProcessors());
    facts.put("max_heap_bytes", Runtime.getRuntime().maxMemory());
    facts.put(
        "gc",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", ")));
    return facts;
  }
}
