package dev.loadgen.engine.watch;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Sums that the operating system keeps of this process, in ns: CPU time everywhere; on Linux what
/// `/proc` and the cgroup tell.
final class ProcessReadings {
  private static final Path STAT = Path.of("/proc/stat");
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final Path CGROUP = Path.of("/proc/self/cgroup");
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
  private static final String WORKER = "loadgen-worker-"; // as long as Linux lets names be
  private static final int MOST_TASKS = 256;
  private static final int STEAL_COLUMN = 8;
  private static final long TICK_NS = 10_000_000; // USER_HZ is 100 on every Linux that runs Java

  private ProcessReadings() {}

  static Map<String, LongSupplier> available() {
    Map<String, LongSupplier> readings = new TreeMap<>();
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      readings.put(SelfWatch.CPU, system::getProcessCpuTime);
    }
    if (Files.isReadable(STAT)) {
      readings.put(SelfWatch.STEAL, ProcessReadings::stealNs);
    }
    if (Files.isReadable(Path.of("/proc/self/schedstat"))) {
      readings.put(SelfWatch.RUN_QUEUE, new RunQueue());
    }
    LongSupplier throttled = throttled();
    if (throttled != null) {
      readings.put(SelfWatch.THROTTLED, throttled);
    }
    return readings;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return ""; // such as that of a thread that has ended
    }
  }

  private static long stealNs() {
    String[] cells = read(STAT).lines().findFirst().orElse("").split("\\s+", -1);
    return cells.length > STEAL_COLUMN ? Long.parseLong(cells[STEAL_COLUMN]) * TICK_NS : 0;
  }

  /// Of the process's own group, in the unified hierarchy or in that of the cpu controller; null if
  /// there is none, or it has no quota to be throttled by.
  private static LongSupplier throttled() {
    for (String line : read(CGROUP).lines().toList()) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3 || !parts[2].startsWith("/")) {
        continue;
      }
      boolean unified = parts[1].isEmpty();
      boolean cpu = List.of(parts[1].split(",", -1)).contains("cpu");
      Path root = unified ? CGROUPS : CGROUPS.resolve(parts[1]);
      Path file = root.resolve(parts[2].substring(1)).resolve("cpu.stat");
      if ((unified || cpu) && Files.isReadable(file)) {
        String key = unified ? "throttled_usec " : "throttled_time ";
        return () -> throttledNs(file, key, unified ? 1000 : 1);
      }
    }
    return null;
  }

  private static long throttledNs(Path file, String key, long unitNs) {
    return read(file)
        .lines()
        .filter(line -> line.startsWith(key))
        .mapToLong(line -> Long.parseLong(line.substring(key.length()).strip()) * unitNs)
        .findFirst()
        .orElse(0);
  }

  /// How long workers were ready to run and had no CPU: of the first 256 of them. A thread that has
  /// ended keeps its sum.
  private static final class RunQueue implements LongSupplier {
    private final Map<Path, Long> sums = new TreeMap<>();

    @Override
    public long getAsLong() {
      if (sums.size() < MOST_TASKS) {
        workers().forEach(task -> sums.putIfAbsent(task, 0L));
      }
      sums.replaceAll((task, before) -> Math.max(before, delayNs(task)));
      return sums.values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<Path> workers() {
      try (Stream<Path> tasks = Files.list(TASKS)) {
        return tasks
            .filter(task -> read(task.resolve("comm")).startsWith(WORKER))
            .sorted()
            .limit(MOST_TASKS)
            .toList();
      } catch (IOException e) {
        return new ArrayList<>();
      }
    }

    private static long delayNs(Path task) {
      String[] cells = read(task.resolve("schedstat")).split("\\s+", -1);
      return cells.length > 1 ? Long.parseLong(cells[1]) : 0;
    }
  }
}
