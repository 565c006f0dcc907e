package dev.loadgen.cli.run;

import dev.loadgen.cli.Sentence;
import dev.loadgen.cli.UsageException;
import dev.loadgen.engine.plan.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// A file of properties, in the format of `java.util.Properties` and in UTF-8, of which each line
/// is known.
///
/// @param values by name, stripped
/// @param lines on which line each was, from 1
record PropertiesFile(Map<String, String> values, Map<String, Integer> lines) {
  private static final int MOST_BYTES = 16 << 20;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /// Reads one: as it is named, else among the workloads that ship with loadgen.
  ///
  /// @param home where loadgen lies; null if that is not known
  /// @throws UsageException if it cannot be read or a line is malformed
  static PropertiesFile read(Path file, Path home) {
    Path found = file;
    if (!Files.exists(file) && home != null) {
      Path shipped = home.resolve("workloads").resolve(file);
      found = Files.exists(shipped) ? shipped : file;
    }
    String text;
    try (InputStream in = Files.newInputStream(found)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new UsageException("-P " + file + ": is no file of properties: it is too large");
      }
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new UsageException("-P " + file + ": is not UTF-8 text", e);
    } catch (IOException e) {
      String shipped = home == null ? "" : "; `loadgen workload` lists the files that come along";
      throw new UsageException("-P " + file + ": cannot be read: " + IoReason.of(e) + shipped, e);
    }
    return parse(file, text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
  }

  private static PropertiesFile parse(Path file, String text) {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    List<String> physical = text.lines().toList();
    for (int i = 0; i < physical.size(); i++) {
      int first = i + 1;
      StringBuilder logical = new StringBuilder(physical.get(i));
      boolean comment = logical.toString().stripLeading().matches("(?s)[#!].*");
      while (!comment && continues(logical) && i + 1 < physical.size()) {
        logical.append('\n').append(physical.get(++i));
      }
      Properties one = new Properties();
      try {
        one.load(new StringReader(logical.toString()));
      } catch (IOException | IllegalArgumentException e) {
        throw new UsageException("-P " + file + ", line " + first + ": " + e.getMessage(), e);
      }
      for (String name : one.stringPropertyNames()) {
        String value = one.getProperty(name).strip();
        boolean assigned = logical.indexOf("=") >= 0 || logical.indexOf(":") >= 0;
        if (name.isEmpty() || (value.isEmpty() && !assigned)) {
          throw new UsageException(
              "-P "
                  + file
                  + ", line "
                  + first
                  + ": expected NAME=VALUE, not '"
                  + Sentence.quoted(logical)
                  + "'");
        }
        values.put(name, value);
        lines.put(name, first);
      }
    }
    return new PropertiesFile(values, lines);
  }

  /// A line goes on in the next if it ends with an odd number of backslashes.
  private static boolean continues(CharSequence line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}
