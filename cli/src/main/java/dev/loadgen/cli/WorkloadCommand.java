package dev.loadgen.cli;

import dev.loadgen.engine.workload.CoreProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `loadgen workload`.
@Command(
    name = "workload",
    mixinStandardHelpOptions = true,
    description = "List the properties of the workload, and the workload files that come along.")
final class WorkloadCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("YCSB's core workload: what operations are sent, to which records.");
    out.println();
    out.println("Properties (-p NAME=VALUE, or lines of a file: -P FILE)");
    PropertyTable.print(CoreProperties.ALL, "", out);
    Path home = Home.directory();
    if (home != null) {
      try (Stream<Path> files = Files.list(home.resolve("workloads"))) {
        List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
        out.println();
        out.println("Files (-P NAME)");
        out.println("  " + names.stream().collect(Collectors.joining(", ")));
      }
    }
    out.flush();
    return 0;
  }
}
