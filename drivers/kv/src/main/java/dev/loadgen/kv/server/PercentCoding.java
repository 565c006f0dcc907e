package dev.loadgen.kv.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Bytes in a path: letters, digits and `-._~` stand for themselves, all else is `%` and two
/// hexadecimal digits (RFC 3986).
final class PercentCoding {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PercentCoding() {}

  /// Reads bytes.
  ///
  /// @throws IllegalArgumentException if a `%` is not followed by two hexadecimal digits
  static byte[] decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '%') {
        if (i + 2 >= text.length()
            || !HexFormat.isHexDigit(text.charAt(i + 1))
            || !HexFormat.isHexDigit(text.charAt(i + 2))) {
          throw new IllegalArgumentException("% must be followed by two hexadecimal digits");
        }
        bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
        i += 2;
      } else {
        bytes.writeBytes(String.valueOf(letter).getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  /// Writes bytes.
  static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte value : bytes) {
      char letter = (char) (value & 0xFF);
      boolean plain =
          (letter >= 'a' && letter <= 'z')
              || (letter >= 'A' && letter <= 'Z')
              || (letter >= '0' && letter <= '9')
              || "-._~".indexOf(letter) >= 0;
      if (plain) {
        text.append(letter);
      } else {
        text.append('%').append(HEX.toHexDigits(value));
      }
    }
    return text.toString();
  }
}
