package dev.loadgen.benchmarks.sidebyside;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// A load generator, started as its users start it, and what it says of itself.
interface Tool {
  /// Runs one case.
  ///
  /// @param options beyond those that all cases share
  Figures run(int seconds, Map<String, String> options) throws IOException, InterruptedException;

  /// Runs a command under the shell's `time`.
  static Output execute(List<String> command, Path directory)
      throws IOException, InterruptedException {
    List<String> timed =
        new ArrayList<>(
            List.of("bash", "-c", "TIMEFORMAT='cpu %R %U %S'; time \"$@\"", "side-by-side"));
    timed.addAll(command);
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    int exitCode =
        new ProcessBuilder(timed)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    String complaint = Files.readString(err, StandardCharsets.UTF_8);
    if (exitCode != 0) {
      throw new IOException(
          String.join(" ", command) + " exited with " + exitCode + "\n" + complaint);
    }
    String[] times =
        complaint
            .lines()
            .filter(line -> line.startsWith("cpu "))
            .findFirst()
            .orElseThrow()
            .split(" ", -1);
    double cpus =
        (Double.parseDouble(times[2]) + Double.parseDouble(times[3]))
            / Double.parseDouble(times[1]);
    return new Output(Files.readString(out, StandardCharsets.UTF_8), cpus);
  }

  /// What a command printed and took.
  ///
  /// @param cpus CPU time by elapsed time, start-up included
  record Output(String text, double cpus) {}

  /// loadgen's distribution.
  record Loadgen(Path home) implements Tool {
    @Override
    public Figures run(int seconds, Map<String, String> options)
        throws IOException, InterruptedException {
      Path directory = Files.createTempDirectory("side-by-side");
      Path results = directory.resolve("results");
      List<String> command =
          new ArrayList<>(
              List.of(
                  home.resolve("bin/loadgen").toString(),
                  "run",
                  "--driver=noop",
                  "--mix=READ=1",
                  "--quiet",
                  "--duration=" + seconds + "s",
                  "--output=" + results));
      options.forEach((name, value) -> {
        command.add(name);
        command.add(value);
      });
      Output output = execute(command, directory);
      JsonNode all =
          new ObjectMapper().readTree(results.resolve("summary.json").toFile()).get("all");
      JsonNode response = all.has("response") ? all.get("response") : all.get("service");
      return new Figures(
          all.get("achieved_per_second").asDouble(),
          response.get("mean_ns").asDouble() / 1e3,
          response.get("p50_ns").asDouble() / 1e3,
          response.get("p90_ns").asDouble() / 1e3,
          response.get("p99_ns").asDouble() / 1e3,
          output.cpus());
    }
  }

  /// YCSB's client, with a binding that does nothing; its response time is what it calls intended.
  record Ycsb(Path classes, String java) implements Tool {
    @Override
    public Figures run(int seconds, Map<String, String> options)
        throws IOException, InterruptedException {
      Path directory = Files.createTempDirectory("side-by-side");
      List<String> command =
          new ArrayList<>(
              List.of(
                  java,
                  "-cp",
                  classes.resolve("classes") + ":" + classes.resolve("lib") + "/*",
                  "site.ycsb.Client",
                  "-t",
                  "-db",
                  "dev.loadgen.benchmarks.ycsb.NoopDb"));
      Map<String, String> properties =
          Map.of(
              "workload", "site.ycsb.workloads.CoreWorkload",
              "recordcount", "1000",
              "operationcount", Integer.toString(Integer.MAX_VALUE),
              "maxexecutiontime", Integer.toString(seconds),
              "readproportion", "1",
              "updateproportion", "0",
              "requestdistribution", "uniform",
              "measurementtype", "hdrhistogram",
              "measurement.interval", options.containsKey("-target") ? "intended" : "op",
              "hdrhistogram.percentiles", "50,90,99");
      properties.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
      options.forEach((name, value) -> {
        boolean option = name.startsWith("-");
        command.add(option ? name : "-p");
        command.add(option ? value : name + "=" + value);
      });
      Output output = execute(command, directory);
      Map<String, Double> figures =
          output
              .text()
              .lines()
              .map(line -> line.split(", ", -1))
              .filter(cells ->
                  cells.length == 3 && (cells[0].endsWith("READ]") || cells[0].equals("[OVERALL]")))
              .collect(
                  Collectors.toMap(
                      cells -> cells[1], cells -> Double.parseDouble(cells[2]), (a, b) -> a));
      return new Figures(
          figure(figures, "Throughput(ops/sec)"),
          figure(figures, "AverageLatency(us)"),
          figure(figures, "50thPercentileLatency(us)"),
          figure(figures, "90thPercentileLatency(us)"),
          figure(figures, "99thPercentileLatency(us)"),
          output.cpus());
    }

    private static double figure(Map<String, Double> figures, String name) {
      Double value = figures.get(name);
      if (value == null) {
        throw new IllegalStateException(
            String.format(Locale.ROOT, "YCSB printed no %s, only %s", name, figures.keySet()));
      }
      return value;
    }
  }
}
