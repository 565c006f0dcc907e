package dev.loadgen.benchmarks.kv;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What a codec is worth from end to end: reads and updates of users by one thread at full speed,
/// in the process and over the network, with the distribution as its users run it. The codecs take
/// turns, so that what the machine does otherwise meets all of them.
public final class CodecMix {
  private static final List<String> CODECS = List.of("raw", "struct", "fory", "java");
  private static final String RECORDS = "recordcount=100k";
  private static final Pattern PORT = Pattern.compile("resp=127\\.0\\.0\\.1:([0-9]+)");

  /// What one run came to; times in ns.
  ///
  /// @param cpu the generator's CPU time for each operation
  private record Figures(
      double perSecond, double read, double readP50, double update, double updateP50, double cpu) {
    static Figures of(JsonNode summary) {
      JsonNode reads = service(summary, "READ");
      JsonNode updates = service(summary, "UPDATE");
      double cpuNs = 0;
      for (JsonNode counter : summary.get("counters")) {
        if (counter.get("name").asString().equals("generator.cpu")) {
          cpuNs = counter.get("value").asDouble();
        }
      }
      return new Figures(
          summary.at("/all/achieved_per_second").asDouble(),
          reads.get("mean_ns").asDouble(),
          reads.get("p50_ns").asDouble(),
          updates.get("mean_ns").asDouble(),
          updates.get("p50_ns").asDouble(),
          cpuNs / summary.at("/ledger/succeeded").asDouble());
    }

    private static JsonNode service(JsonNode summary, String kind) {
      for (JsonNode operation : summary.get("operations")) {
        if (operation.get("name").asString().equals(kind)) {
          return operation.get("service");
        }
      }
      throw new IllegalStateException("no " + kind + " in " + summary);
    }
  }

  private final Path command;
  private final Path directory;
  private final int seconds;
  private final int runs;

  private CodecMix(Path home, Path directory, int seconds, int runs) {
    this.command = home.resolve("bin/loadgen");
    this.directory = directory;
    this.seconds = seconds;
    this.runs = runs;
  }

  /// Runs all.
  ///
  /// @param arguments loadgen's distribution, a directory for files, seconds of a run, runs of each
  public static void main(String[] arguments) throws IOException, InterruptedException {
    CodecMix mix =
        new CodecMix(
            Path.of(arguments[0]),
            Path.of(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    System.out.printf(
        Locale.ROOT,
        "Medians of %d runs of %d s, half READ, half UPDATE, one thread; service times%n",
        mix.runs,
        mix.seconds);
    mix.embedded();
    mix.remote();
  }

  private void embedded() throws IOException, InterruptedException {
    Map<String, List<String>> settings = new LinkedHashMap<>();
    for (String codec : CODECS) {
      List<String> words = settings(codec);
      words.addAll(
          List.of("-p", "kv.embedded=true", "-p", "kv.dir=" + directory.resolve("store-" + codec)));
      settings.put(codec, words);
    }
    measure("in the process", settings);
  }

  private void remote() throws IOException, InterruptedException {
    List<Process> servers = new ArrayList<>();
    try {
      Map<String, List<String>> settings = new LinkedHashMap<>();
      for (String codec : CODECS) {
        Process server = serve(codec);
        servers.add(server);
        List<String> words = settings(codec);
        words.addAll(List.of("-p", "kv.port=" + port(server)));
        settings.put(codec, words);
      }
      measure("over loopback", settings);
    } finally {
      servers.forEach(Process::destroy);
      for (Process server : servers) {
        server.waitFor(10, TimeUnit.SECONDS);
      }
    }
  }

  /// Values of the workload are as long as users are.
  private static List<String> settings(String codec) {
    List<String> words =
        new ArrayList<>(List.of("--driver", "kv", "-p", RECORDS, "-p", "kv.codec=" + codec));
    if (codec.equals("raw")) {
      words.addAll(List.of("-p", "fieldcount=1", "-p", "fieldlength=65"));
    }
    return words;
  }

  private Process serve(String codec) throws IOException {
    return new ProcessBuilder(
            command.toString(),
            "serve",
            "kv",
            "--dir",
            directory.resolve("server-" + codec).toString(),
            "--port",
            "0",
            "--http-port",
            "0")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @SuppressWarnings("MustBeClosedChecker") // closed with the process
  private static String port(Process server) throws IOException {
    BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    Matcher port = PORT.matcher(line == null ? "" : line);
    if (!port.find()) {
      throw new IOException("the server said: " + line);
    }
    return port.group(1);
  }

  private void measure(String where, Map<String, List<String>> settings)
      throws IOException, InterruptedException {
    Map<String, List<Figures>> all = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> entry : settings.entrySet()) {
      loadgen("load", entry.getValue());
      all.put(entry.getKey(), new ArrayList<>());
    }
    for (int run = 0; run < runs; run++) {
      for (Map.Entry<String, List<String>> entry : settings.entrySet()) {
        List<String> words = new ArrayList<>(entry.getValue());
        words.addAll(List.of("--mix", "READ=1,UPDATE=1", "--warmup", "2s", "-d", seconds + "s"));
        all.get(entry.getKey()).add(Figures.of(loadgen("run", words)));
      }
    }
    System.out.printf(
        "%n%-14s %12s %10s %10s %10s %10s %10s%n",
        where, "op/s", "READ mean", "p50", "UPD. mean", "p50", "CPU/op");
    all.forEach(CodecMix::print);
  }

  private static void print(String codec, List<Figures> runs) {
    System.out.printf(
        Locale.ROOT,
        "%-14s %,12.0f %7.2f µs %7.2f µs %7.2f µs %7.2f µs %7.2f µs%n",
        codec,
        median(runs, Figures::perSecond),
        median(runs, Figures::read) / 1e3,
        median(runs, Figures::readP50) / 1e3,
        median(runs, Figures::update) / 1e3,
        median(runs, Figures::updateP50) / 1e3,
        median(runs, Figures::cpu) / 1e3);
  }

  private static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private JsonNode loadgen(String subcommand, List<String> words)
      throws IOException, InterruptedException {
    Path results = Files.createTempDirectory(directory, "run").resolve("results");
    Path told = Files.createTempFile(directory, "told", ".txt");
    List<String> line =
        new ArrayList<>(List.of(command.toString(), subcommand, "--quiet", "--output=" + results));
    line.addAll(words);
    int exitCode =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(told.toFile())
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new IOException(
          String.join(" ", line) + " exited with " + exitCode + "\n" + Files.readString(told));
    }
    return new ObjectMapper().readTree(results.resolve("summary.json").toFile());
  }
}
