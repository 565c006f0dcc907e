package dev.loadgen.cli.run;

import java.util.List;
import java.util.Set;

/// Properties that only YCSB's own machinery uses: how it measures and prints, which we do in our
/// way. Who brings them with `-p` is told that they are left out.
final class YcsbKeys {
  private static final Set<String> NAMES =
      Set.of(
          "db",
          "dotransactions",
          "exporter",
          "exportfile",
          "label",
          "latencytrackederrors",
          "measurementtype",
          "measurement.interval",
          "measurement.trackjvm",
          "readallfieldsbyname",
          "reportlatencyforeacherror",
          "status",
          "status.interval",
          "table",
          "workload");
  private static final List<String> FAMILIES =
      List.of("hdrhistogram.", "histogram.", "timeseries.", "core_workload_insertion_retry_");

  private YcsbKeys() {}

  static boolean isInternal(String name) {
    return NAMES.contains(name) || FAMILIES.stream().anyMatch(name::startsWith);
  }
}
