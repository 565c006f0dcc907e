package dev.loadgen.ycsb;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Sends what bindings print on stdout to stderr, line by line and marked: stdout is for results.
final class DivertedOutput extends OutputStream {
  private static final String MARK = "ycsb binding: ";
  private static final int LONGEST_LINE = 8 * 1024;

  private final PrintStream before = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

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
      err.println(MARK + line.toString(StandardCharsets.UTF_8));
      line.reset();
    }
  }
}
