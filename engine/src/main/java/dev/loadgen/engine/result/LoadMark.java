package dev.loadgen.engine.result;

import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.workload.CoreProperties;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/// How far a load has come, in a file of its output directory: it is replaced in one step with
/// every interval, so that a load that was killed can go on. Of the records from the first on, all
/// up to the mark have been inserted and answered well.
///
/// @param loaded how many records are there
/// @param differences settings of the driver that the former load had otherwise, a sentence each
public record LoadMark(long loaded, List<String> differences) {
  /// The file's name.
  public static final String FILE = "loaded.properties";

  /// The name of the outcome of a record that the driver has taken and not yet sent: it counts as
  /// there when all has been closed.
  public static final String BATCHED = "BATCHED_OK";

  private static final String LOADED = "loaded";
  private static final String DRIVER = "driver";
  private static final String SETTING = "setting.";

  /// What a load is told by: records, driver and the driver's settings.
  ///
  /// @param driver the driver's name
  /// @param settings those of the driver, fit to be shown
  public static Map<String, String> identity(
      RunPlan plan, String driver, Map<String, String> settings) {
    Map<String, String> identity = new LinkedHashMap<>(CoreProperties.ofRecords(plan.properties()));
    identity.put(DRIVER, driver);
    settings.forEach((name, value) -> {
      if (!CoreProperties.NAMES.contains(name)) {
        identity.put(SETTING + name, value);
      }
    });
    return identity;
  }

  /// Writes the mark.
  ///
  /// @param loaded how many records are there
  /// @throws IOException if it cannot be written; an older mark then stands
  static void write(Path directory, Map<String, String> identity, long loaded) throws IOException {
    Properties content = new Properties();
    content.putAll(identity);
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

  /// Reads what a former load has left.
  ///
  /// @param directory where it left it
  /// @param identity of the load that is to go on
  /// @param records how many there are in all
  /// @throws IOException if there is no mark that can be read
  /// @throws PlanException if the former load made other records, or with another driver
  public static LoadMark read(Path directory, Map<String, String> identity, long records)
      throws IOException {
    Path file = directory.resolve(FILE);
    Properties content = content(file);
    List<String> differences = differences(directory, content, identity);
    String text = content.getProperty(LOADED, "none");
    try {
      long loaded = Long.parseLong(text);
      if (loaded >= 0 && loaded <= records) {
        return new LoadMark(loaded, differences);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IOException(file + " is malformed: loaded=" + text + ": expected 0 to " + records);
  }

  private static Properties content(Path file) throws IOException {
    Properties content = new Properties();
    try {
      content.load(new StringReader(Files.readString(file)));
    } catch (IllegalArgumentException e) { // a malformed escape
      throw new IOException(file + " is malformed: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(file + ": " + IoReason.of(e), e);
    }
    return content;
  }

  private static List<String> differences(
      Path directory, Properties then, Map<String, String> now) {
    List<String> differences = new ArrayList<>();
    new TreeMap<>(now)
        .forEach((key, value) -> {
          String before = then.getProperty(key);
          if (value.equals(before)) {
            return;
          }
          boolean setting = key.startsWith(SETTING);
          String name = setting ? key.substring(SETTING.length()) : key;
          String sentence =
              String.format(
                  "--resume %s: that load was %s, and this one is with %s=%s",
                  directory,
                  before == null ? "without " + name : "with " + name + "=" + before,
                  name,
                  value);
          if (!setting) {
            throw new PlanException(sentence);
          }
          differences.add(
              "WARNING: " + sentence + ": if that is another system, it lacks the first records.");
        });
    return differences;
  }
}
