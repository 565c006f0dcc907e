package dev.loadgen.engine.replay;

import dev.loadgen.engine.schedule.RecordedOperation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The SHA-256 of a schedule: of a line for each operation, `ns,kind,key,size`, with nothing where
/// nothing is said; however the file writes it.
public final class ScheduleHash {
  private static final Pattern COMMENT = Pattern.compile("sha256 ([0-9a-f]{64})");

  private final MessageDigest digest;

  /// Of no operation yet.
  public ScheduleHash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /// Adds an operation.
  ///
  /// @param recorded null if nothing is said but its time
  public void add(long ns, RecordedOperation recorded) {
    String rest =
        recorded == null
            ? ",,"
            : said(recorded.kind())
                + ","
                + said(recorded.key())
                + ","
                + (recorded.valueBytes() < 0 ? "" : recorded.valueBytes());
    digest.update((ns + "," + rest + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static String said(String text) {
    return text == null ? "" : text;
  }

  /// The hash in hexadecimal digits; no operation can be added after it.
  public String value() {
    return HexFormat.of().formatHex(digest.digest());
  }

  /// A comment that tells a hash.
  static String comment(String value) {
    return "sha256 " + value;
  }

  /// The hash that a comment tells; null if it tells none.
  static String in(String comment) {
    Matcher matcher = COMMENT.matcher(comment);
    return matcher.matches() ? matcher.group(1) : null;
  }
}
