package dev.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.cli.LoadgenProcess.Ended;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `loadgen serve`, from the distribution.
class ServeIT {
  @TempDir Path directory;

  private LoadgenProcess serve(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("serve"));
    words.addAll(List.of(options));
    return LoadgenProcess.start(directory, words.toArray(String[]::new));
  }

  private static String get(String url) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void servesUntilASignalAndKeepsWhatWasWritten() throws Exception {
    for (int round = 0; round < 2; round++) {
      LoadgenProcess server = serve("kv", "--dir", "data", "--port", "0", "--http-port", "0");
      String ready =
          server.awaitOut("ready kv resp=127.0.0.1:[0-9]+ http=(127.0.0.1:[0-9]+) .*\\R");
      String http = ready.replaceFirst("(?s).* http=([^ ]+) .*", "http://$1");
      if (round == 0) {
        try (HttpClient client = HttpClient.newHttpClient()) {
          HttpRequest put =
              HttpRequest.newBuilder(URI.create(http + "/v1/keys/a"))
                  .PUT(HttpRequest.BodyPublishers.ofString("1"))
                  .build();
          assertThat(client.send(put, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        }
        Ended second = serve("kv", "--dir", "data", "--port", "0").end();
        assertThat(second.exitCode()).isEqualTo(Main.USAGE);
        assertThat(second.err())
            .startsWith("loadgen: --dir data: ")
            .contains("in use by another process");
      }
      assertThat(get(http + "/v1/keys/a")).isEqualTo("1");
      server.terminate();
      Ended ended = server.end();
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out()).hasLineCount(1);
    }
  }

  /// Operations are due every 2 ms, so some fall into a pause, whatever the machine does.
  @Test
  void anOpenRunSeesThatAServerStandsStill() throws Exception {
    LoadgenProcess server =
        serve("kv", "--dir", "data", "--port", "0", "--pauses", "200ms every 500ms");
    String ready = server.awaitOut("ready kv resp=127.0.0.1:[0-9]+ .*\\R");
    String port = "kv.port=" + ready.replaceFirst("(?s).* resp=[^ ]*:([0-9]+) .*", "$1");
    loadgen("load", "--driver", "kv", "-p", port, "-p", "recordcount=100", "-o", "loaded");
    String[] run = {
      "run",
      "--driver",
      "kv",
      "-p",
      port,
      "-p",
      "recordcount=100",
      "--model",
      "open",
      "-o",
      "ran",
      "--target",
      "500",
      "-d",
      "2s",
      "--verify"
    };
    assertThat(loadgen(run).out()).contains("gave the right values.");
    JsonNode summary = Results.summary(directory.resolve("ran"));
    assertThat(summary.at("/ledger/balances").asBoolean()).isTrue();
    assertThat(summary.at("/ledger/succeeded").asLong()).isEqualTo(1000);
    assertThat(summary.at("/all/response/max_ns").asDouble()).isGreaterThan(190e6);
    server.terminate();
    assertThat(server.end().exitCode()).isZero();
  }

  private Ended loadgen(String... arguments) throws Exception {
    return LoadgenProcess.start(directory, arguments).endWell();
  }

  @Test
  void itsPropertiesAreOptions() throws Exception {
    assertThat(serve("kv", "--help").endWell().out())
        .contains("Usage: loadgen serve kv")
        .contains("--http-port=WHOLE NUMBER")
        .contains("Default: 7379.");
    assertThat(serve().endWell().out()).contains("kv").contains("loadgen serve NAME --help");
  }

  @Test
  void badUsageIsOneSentence() throws Exception {
    badUsage("there is no server kw; did you mean kv?", "kw");
    badUsage("kv needs --dir DIR", "kv");
    badUsage("--port 70000: expected 0 to 65535", "kv", "--dir", "x", "--port", "70000");
    badUsage("--sync sometimes: expected os, always", "kv", "--sync", "sometimes");
    badUsage("has no option --prot", "kv", "--prot", "1");
    assertThat(directory).isEmptyDirectory();
  }

  private void badUsage(String sentence, String... options) throws Exception {
    Ended ended = serve(options).end();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(Main.USAGE);
    assertThat(ended.err()).startsWith("loadgen: ").contains(sentence);
    assertThat(ended.err().lines()).hasSizeLessThanOrEqualTo(3);
  }
}
