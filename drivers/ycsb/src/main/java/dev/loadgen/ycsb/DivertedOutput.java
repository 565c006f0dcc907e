package dev.loadgen.ycsb;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/// Sends what bindings print on stdout to stderr, line by line and marked: stdout is for results.
/// What each thread's instance prints alike is shown once.
final class DivertedOutput extends OutputStream {
  private static final String MARK = "ycsb binding: ";
  private static final int LONGEST_LINE = 8 * 1024;

  private final PrintStream before = System.out;
  private final PrintStream err = System.err;
  private static final int MOST_REMEMBERED = 1_000;

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final Set<String> printed = new HashSet<>();
  private long repeated;

  private DivertedOutput() {}

  /// Begins.
  static DivertedOutput begin() {
    DivertedOutput output = new DivertedOutput();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    return output;
  }

  /// Ends: stdout is what it was.
  synchronized void end() {
    print();
    if (repeated > 0) {
      err.println(MARK + "(" + repeated + " lines more, the same as some above)");
    }
    System.setOut(before);
  }

  @Override
  public synchronized void write(int letter) {
    if (letter == '\n') {
      print();
    } else if (letter != '\r' && line.size() < LONGEST_LINE) {
      line.write(letter);
    }
  }

  private void print() {
    if (line.size() > 0) {
      String text = line.toString(StandardCharsets.UTF_8);
      line.reset();
      if (printed.contains(text)) {
        repeated++;
        return;
      }
      if (printed.size() < MOST_REMEMBERED) {
        printed.add(text);
      }
      err.println(MARK + text);
    }
  }
}
