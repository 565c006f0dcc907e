package dev.loadgen.engine.result;

import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.workload.CoreProperties;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/// How far a load has come, in a file of its output directory: it is replaced in one step with
/// every interval, so that a load that was killed can go on. Of the records from the first on, all
/// up to the mark have been inserted and answered well.
public final class LoadMark {
  /// The file's name.
  public static final String FILE = "loaded.properties";

  private static final String LOADED = "loaded";

  private LoadMark() {}

  /// Writes the mark.
  ///
  /// @param loaded how many records are there
  /// @throws IOException if it cannot be written; an older mark then stands
  static void write(Path directory, RunPlan plan, long loaded) throws IOException {
    Properties content = new Properties();
    content.putAll(CoreProperties.ofRecords(plan.properties()));
    content.setProperty(LOADED, Long.toString(loaded));
    StringWriter text = new StringWriter();
    content.store(text, null);
    Path part = directory.resolve(FILE + ".part");
    try {
      Files.writeString(part, text.toString());
      Files.move(part, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw e;
    }
  }

  /// How many records a former load has made.
  ///
  /// @param directory what it left
  /// @param plan of the load that is to go on
  /// @throws IOException if there is no mark that can be read
  /// @throws PlanException if the former load made other records than this plan does
  public static long read(Path directory, RunPlan plan) throws IOException {
    Path file = directory.resolve(FILE);
    Properties content = new Properties();
    try {
      content.load(new StringReader(Files.readString(file)));
      long loaded = Long.parseLong(content.getProperty(LOADED, "none"));
      if (loaded < 0) {
        throw new NumberFormatException("loaded=" + loaded);
      }
      requireSame(directory, content, CoreProperties.ofRecords(plan.properties()));
      return loaded;
    } catch (NumberFormatException e) {
      throw new IOException(file + " is malformed: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(file + ": " + IoReason.of(e), e);
    }
  }

  private static void requireSame(Path directory, Properties then, Map<String, String> now) {
    new TreeMap<>(now)
        .forEach((name, value) -> {
          String before = then.getProperty(name);
          if (!value.equals(before)) {
            throw new PlanException(
                "--resume "
                    + directory
                    + ": that load was with "
                    + name
                    + "="
                    + before
                    + ", and this one is with "
                    + name
                    + "="
                    + value);
          }
        });
  }
}
