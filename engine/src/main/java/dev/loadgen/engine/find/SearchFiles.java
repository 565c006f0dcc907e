package dev.loadgen.engine.find;

import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.histograms.summary.SummaryJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/// The directory of a search: a directory for each probe, the table of all, what they come to, and
/// by what the search is told, so that it can go on. Each file is replaced in one step. Used by one
/// thread.
final class SearchFiles {
  /// The probes, a row each.
  static final String TABLE = "find.csv";

  /// The probes and what they come to.
  static final String RESULT = "find.json";

  /// By what the search is told.
  static final String IDENTITY = "find.properties";

  private final Optional<Path> directory;
  private final Map<String, String> identity;
  private final ProbeTable table;

  SearchFiles(Optional<Path> directory, Map<String, String> identity, ProbeTable table) {
    this.directory = directory;
    this.identity = identity;
    this.table = table;
  }

  /// The directory for a probe; empty if nothing is to be left.
  Optional<Path> place(int number, String rate) {
    return directory.map(home -> {
      String name = String.format("probe-%02d-%s", number, rate.replace("/s", ""));
      Path place = home.resolve(name);
      for (int i = 2; Files.exists(place); i++) { // of one that was broken off
        place = home.resolve(name + "-" + i);
      }
      return place;
    });
  }

  /// Writes all files.
  ///
  /// @throws IOException if one cannot be written
  void write(Limit limit) throws IOException {
    if (directory.isEmpty()) {
      return;
    }
    Files.createDirectories(directory.get());
    Properties properties = new Properties();
    properties.putAll(identity);
    StringWriter text = new StringWriter();
    properties.store(text, null);
    replace(IDENTITY, text.toString().getBytes(StandardCharsets.UTF_8));
    replace(TABLE, table.text(limit.evidence().probes()).getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    SummaryJson.write(SearchSummary.of(limit, identity, table), json);
    replace(RESULT, json.toByteArray());
  }

  private void replace(String name, byte[] content) throws IOException {
    Path file = directory.orElseThrow().resolve(name);
    Path part = file.resolveSibling(name + ".part");
    try {
      Files.write(part, content);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw new IOException("cannot write " + file + ": " + IoReason.of(e), e);
    }
  }

  /// The probes of a former search in this directory.
  ///
  /// @throws IOException if there is none that can be read
  /// @throws PlanException if it was another search
  List<Probe> read() throws IOException {
    Path home = directory.orElseThrow();
    Properties then = new Properties();
    try {
      then.load(new StringReader(Files.readString(home.resolve(IDENTITY))));
      requireSame(home, then);
      return table.probes(Files.readString(home.resolve(TABLE)));
    } catch (IOException e) {
      throw new IOException(IoReason.of(e), e);
    }
  }

  private void requireSame(Path home, Properties then) {
    Map<String, String> before = new LinkedHashMap<>();
    then.stringPropertyNames().forEach(name -> before.put(name, then.getProperty(name)));
    Map<String, String> all = new TreeMap<>(before);
    all.putAll(identity);
    for (String name : all.keySet()) {
      String old = before.get(name);
      String now = identity.get(name);
      if (old == null || !old.equals(now)) {
        throw new PlanException(
            String.format(
                "--resume %s: that search was %s, and this one is %s",
                home, shown(name, old), shown(name, now)));
      }
    }
  }

  private static String shown(String name, String value) {
    return value == null ? "without " + name : "with " + name + "=" + value;
  }
}
